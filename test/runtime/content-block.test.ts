import { describe, expect, test } from "vitest";
import { fileNameOf, isBase64, isBlock } from "../../src/runtime/result/content-block.ts";
import { cpuTime } from "../cpu-time.ts";

describe("the file name in a content block of an MCP server", () => {
  const nameOf = (uri: string | undefined) => fileNameOf({ uri, mediaType: "application/pdf", base64: "AA==" });

  test.each([
    ["https://example.com/a/report.pdf", "report.pdf"],
    ["https://example.com/a/report.pdf?v=/1/2#x/y", "report.pdf"],
    ["https://example.com/a/folder/", "folder"],
    ["report.pdf", "report.pdf"],
    ["https://example.com/a//", "result.pdf"],
    ["?v=1", "result.pdf"],
    ["", "result.pdf"],
    [undefined, "result.pdf"],
  ])("is taken from its URI: %s becomes %s", (uri, name) => {
    expect(nameOf(uri)).toBe(name);
  });

  test("takes linear time for a long URI from a server", () => {
    expect(cpuTime(() => nameOf(`${"a".repeat(1_000_000)}?x\ny`), 500)).toBeLessThan(500);
  });
});

test.each(["", "A", "AAA", "A===", "AA=A", "A-==", "AA==\n"])(
  "a content block with the data %j, which is not Base64, is refused",
  (text) => {
    expect(isBase64(text)).toBe(false);
    expect(isBlock({ type: "image", data: text, mimeType: "image/png" })).toBe(false);
  },
);
