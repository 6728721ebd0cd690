#!/usr/bin/env node
// A server, as people write them.
import fs, { readFile as read, writeFile } from "fs/promises";
import * as path from "./lib/path.js";
import "./polyfill.js";
export { helper } from "./helper.js";
export * from "./all.js";
const http = require("http");
const { get, post: send } = require("./verbs");

/** How often to try. */
export const MAX_RETRIES = 3;
let first = 1, second = () => first;
const { port, host } = config;
var legacy = function (a, b) {
  return a + b;
};

/**
 * Adds two numbers.
 * @param {number} a
 */
export function add(a, b = MAX_RETRIES) {
  const sum = a + b;
  function inner(x) {
    return x + sum;
  }
  return inner(sum);
}

export default async function main() {
  await add(1, 2);
  fs.open("x");
  path.join("a", "b");
  http.createServer();
  get();
  send();
}

export const fetchAll = async (urls) => {
  const results = urls.map((url) => read(url));
  return results;
};

const one = (x) => x;

function* numbers() {
  yield 1;
}

// no description

class Base {}

@sealed
export class Server extends Base {
  static #count = 0;
  handlers = [];
  onError = (error) => {
    this.#log(error);
  };

  /** Makes one. */
  constructor(options) {
    super(options);
    this.options = options;
    Server.create();
  }

  @route("/")
  // between
  @cached
  async handle(request) {
    const self = this;
    return self.respond(request);
  }

  get port() {
    return this.options.port;
  }

  set port(value) {
    this.options.port = value;
  }

  static create() {
    return new Server({});
  }

  #log(message) {
    console.log(message);
  }

  *[Symbol.iterator]() {}

  "quoted name"() {}
}

const Anonymous = class {
  method() {}
};

Server.prototype.close = function (done) {
  this.handle(done);
};

exports.open = () => new Server();
module.exports = class Exported {
  run() {}
};

const api = {
  list: function () {},
  show: (id) => id,
  remove(id) {
    legacy(id, 1);
  },
};

describe("things", () => {
  const local = 1;
  function helperInTest() {
    return local;
  }
  it("works", function () {
    helperInTest();
  });
});

if (MAX_RETRIES) {
  first = 2;
}
export { first, second as other };
