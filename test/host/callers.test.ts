import { expect, test } from "vitest";
import { refusalReason } from "../../src/host/process/callers.ts";

const callers = { names: ["localhost", "127.0.0.1"], port: 8808, origins: ["https://tools.example"] };

test.each([
  ["no page", { host: "localhost:8808" }, true],
  ["the server itself", { host: "localhost:8808", origin: "http://localhost:8808" }, true],
  ["an allowed page", { host: "127.0.0.1:8808", origin: "https://tools.example" }, true],
  ["a page of a name that resolves to this machine", { host: "evil.example:8808", origin: "http://evil.example:8808" }, false],
  ["no host", {}, false],
  ["another page", { host: "localhost:8808", origin: "https://other.example" }, false],
  ["a program on another port", { host: "localhost:8808", origin: "http://localhost:3000" }, false],
  ["a program on another port, behind a proxy that keeps its host", { host: "localhost:3000", origin: "http://localhost:3000" }, false],
  ["the same name over https", { host: "localhost:8808", origin: "https://localhost:8808" }, false],
])("`serve` accepts or refuses a request from %s", (_what, headers, isAccepted) => {
  expect(refusalReason(headers, callers) === undefined).toBe(isAccepted);
});
