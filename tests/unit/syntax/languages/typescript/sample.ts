import type { Request } from "./http";
import fs = require("fs");
import Default, * as all from "./all";

/** What can be stored. */
export interface Store<T> extends Base<T> {
  readonly size: number;
  get(key: string): T | undefined;
  put(key: string, value: T): void;
}

export type Key = string | number;

export enum Color {
  Red,
  Green = "green",
}

declare const VERSION: string;
declare function log(message: string): void;

declare module "plugins" {
  export function load(name: string): void;
}

namespace Shapes.Round {
  export class Circle {}
  export const unit: Circle = new Circle();
}

function parse(input: string): number;
function parse(input: number): string;
function parse(input: any): any {
  return input;
}

@Component({
  selector: "app",
})
export abstract class Memory<T> implements Store<T> {
  private items: Map<string, T> = new Map();
  readonly size = 0;
  handler = async (event: Event): Promise<void> => {
    this.items.clear();
  };

  constructor(private readonly name: string, @Inject() other?: Other) {
    super();
  }

  abstract load(): Promise<void>;

  @memoize
  public get(key: string): T | undefined {
    return this.items.get(key) as T;
  }

  put(key: string, value: T): void;
  put(key: string, value: any): void {
    const found: T = this.get(key)!;
    fs.writeFileSync(key, value);
    Default(found);
    all.parse(value);
  }

  static of<U>(this: void, value: U): Memory<U> {
    return null as any as Memory<U>;
  }
}

export default function <T>(x: T) {
  return x;
}

export const identity = <T,>(x: T): T => x;
export const LIMIT: number = 10;
let handler: (a: Request) => void;
