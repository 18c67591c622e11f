// A contender that is a program of its own: it reads one call as a line of JSON, makes it, and writes one line when it is done.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts the program. `contender` is what the suite takes; `stop` ends the program. */
export function startCommand([file, ...args]) {
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  const ended = new Promise((_resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`The contender ended with ${code}.`)));
  });
  ended.catch(() => undefined);
  // A program that has ended reads no more; `ended` says so.
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(line));
  return {
    contender: async (call) => {
      const line = new Promise((resolve) => waiting.push(resolve));
      child.stdin.write(`${JSON.stringify(call)}\n`);
      const { error } = JSON.parse(await Promise.race([line, ended]));
      if (error !== undefined) throw new Error(error);
    },
    stop: () => child.kill(),
  };
}
