//! A crate.
use std::collections::{hash_map::Entry, HashMap};
use std::io::{self, Read as IoRead};
use crate::net::tcp::Stream;
use super::*;

pub mod config;

/// How often.
pub const MAX_RETRIES: u32 = 3;
static GREETING: &str = "hi";

/// A point.
///
/// In space.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Point<T> {
    pub x: T,
    y: T,
}

struct Unit;

pub enum Shape {
    /// Round.
    Circle { radius: f64 },
    Square(f64),
    Empty,
}

pub trait Area {
    const SIDES: u32;
    type Output;
    fn area(&self) -> f64;
    fn double(&self) -> f64 {
        self.area() * 2.0
    }
}

impl<T: Copy> Point<T> {
    pub const ORIGIN: u32 = 0;

    /// Makes one.
    #[inline]
    #[must_use]
    pub fn new(x: T, y: T) -> Self {
        Self { x, y }
    }

    pub async fn send(&self, stream: &mut Stream) -> io::Result<()> {
        fn helper(n: u32) -> u32 {
            n + 1
        }
        let total = helper(MAX_RETRIES);
        self.flush(total);
        stream.write_all(b"x").await?;
        Self::new(self.x, self.y);
        Ok(())
    }

    fn flush(&self, n: u32) {}
}

impl Area for Shape {
    const SIDES: u32 = 4;
    type Output = f64;
    fn area(&self) -> f64 {
        match self {
            Shape::Circle { radius } => radius * radius,
            Shape::Square(side) => side * side,
            Shape::Empty => 0.0,
        }
    }
}

impl<'a, T> IoRead for Wrapper<'a, T>
where
    T: IoRead,
{
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buf)
    }
}

pub type Table = HashMap<String, Entry<'static, u32, u32>>;

#[macro_export]
macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

pub fn largest<T: PartialOrd>(list: &[T]) -> &T {
    let mut best = &list[0];
    for item in list {
        if item > best {
            best = item;
        }
    }
    list.iter().map(|item| item).count();
    square!(2);
    config::load();
    let point = Point::new(1, 2);
    point.flush(3);
    best
}

union Bits {
    int: u32,
    float: f32,
}

extern "C" {
    fn abs(input: i32) -> i32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        assert_eq!(largest(&[1, 2]), &2);
    }
}
