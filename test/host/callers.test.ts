import { expect, test } from "vitest";
import { refusalReason } from "../../src/host/process/callers.ts";

const callers = { name: "tools.internal", port: 8808, origins: ["https://tools.example"] };

test.each([
  ["no page", { host: "localhost:8808" }, true],
  ["the server itself", { host: "localhost:8808", origin: "http://localhost:8808" }, true],
  ["an allowed page", { host: "127.0.0.1:8808", origin: "https://tools.example" }, true],
  ["a page of a name that resolves to this machine", { host: "evil.example:8808", origin: "http://evil.example:8808" }, false],
  ["this machine by its IPv6 address", { host: "[::1]:8808" }, true],
  ["the name on which the server listens", { host: "tools.internal:8808" }, true],
  ["a name that begins like an address of this machine", { host: "127.0.0.1.evil.example:8808" }, false],
  ["no host", {}, false],
  ["another page", { host: "localhost:8808", origin: "https://other.example" }, false],
  ["a program on another port", { host: "localhost:8808", origin: "http://localhost:3000" }, false],
  ["a program on another port, behind a proxy that keeps its host", { host: "localhost:3000", origin: "http://localhost:3000" }, false],
  ["the same name over https", { host: "localhost:8808", origin: "https://localhost:8808" }, false],
])("`serve` accepts or refuses a request from %s", (_what, headers, isAccepted) => {
  expect(refusalReason(headers, callers) === undefined).toBe(isAccepted);
});
