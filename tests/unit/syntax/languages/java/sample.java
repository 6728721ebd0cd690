package com.example.app;

import java.util.List;
import java.util.*;
import static java.lang.Math.max;

/**
 * A service.
 */
@Service
@Scope("one")
public class Service<T> extends Base implements Runnable, Closeable {
    public static final int MAX_RETRIES = 3;
    private final List<T> items = new ArrayList<>();
    private int count, total;

    static {
        Registry.register("x");
    }

    /** Makes one. */
    public Service(String name) {
        super(name);
        this.count = max(1, MAX_RETRIES);
    }

    @Override
    @Transactional(readOnly = true)
    public void run() {
        int local = helper(2);
        this.items.add(null);
        items.forEach(item -> System.out.println(item));
        Runnable task = new Runnable() {
            @Override
            public void run() {
                helper(3);
            }
        };
        new Inner().start();
        for (String s : names) {
            task.run();
        }
    }

    private int helper(int n) throws IOException {
        return n;
    }

    int helper(String text) {
        return Color.RED.ordinal();
    }

    // plain comment
    public static <U> U identity(U value) {
        return value;
    }

    class Inner {
        void start() {}
    }
}

interface Shape {
    double PI = 3.14;

    double area();

    default String describe() {
        return "area " + area();
    }
}

enum Color implements Shape {
    RED("r") {
        void paint() {}
    },
    GREEN;

    private final String code;

    Color(String code) {
        this.code = code;
    }
}

record Point(int x, int y) {
    Point {
        assert x > 0;
    }

    double length() {
        return Math.sqrt(x * x);
    }
}

@interface Marker {
    String value() default "";
}
