import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelOutput, resultText, type Tool } from "../../src/runtime/index.ts";
import { cutValue } from "../../src/runtime/result/cut-value.ts";
import { describeFiles } from "../../src/runtime/result/result-files.ts";
import { anyCharacter } from "../any-character.ts";
import { cpuTime } from "../cpu-time.ts";
import { sampled, sized } from "../long.ts";
import { http, makeTool } from "./fixture.ts";

const tool = makeTool({ binding: http });

function cutTool(maxBytes: number | null): Tool {
  return { ...tool, trim: { pick: [], maxBytes } };
}

const bytes = (text: string) => new TextEncoder().encode(text).length;
const cutText = (output: unknown, maxBytes: number) => resultText(cutTool(maxBytes), output);
const cut = (output: unknown, maxBytes: number): Record<string, unknown> => JSON.parse(cutText(output, maxBytes));

const strings = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom("\ud800", "\udc00", "😀", "👨‍👩‍👧", '"', "\\", "\n", "é", "a") }),
);
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    strings,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(true, null, 1),
    fc.array(tie("value")),
    fc.dictionary(fc.oneof(strings, fc.constantFrom("_cut", "__proto__", "7")), tie("value")),
    fc.record({ mediaType: fc.constant("image/png"), base64: fc.base64String() }),
  ),
}));

/** A tool whose calls wait, and whose lists are collected. */
const going: Tool = {
  ...tool,
  binding: {
    ...http,
    waiting: { style: "header", header: "location", operation: null, state: null, pending: [], failed: [], seconds: null },
    pages: {
      style: "cursor",
      items: ["items"],
      parameter: "cursor",
      next: ["next"],
      collect: { items: 9, bytes: 9, calls: 9, seconds: 9 },
    },
  },
};

describe("the handle that a call adds to its result", () => {
  const added = { _waiting: "c684ad62-0aab-4c77-9ead-8ca29508cc6d", _stopped: "The list is incomplete: 3 items of 1 page." };
  const least = bytes(JSON.stringify(added));

  test("stays whole when the result is cut to any size that has room for it", () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 2, max: 600 }), (answer, maxBytes) => {
        const text = resultText({ ...going, trim: { pick: [], maxBytes } }, { ...Object(answer), ...added });
        expect(bytes(text)).toBeLessThanOrEqual(maxBytes);
        if (maxBytes >= least) expect(JSON.parse(text)).toMatchObject(added);
      }),
      { numRuns: sampled(1000) },
    );
  });

  test("may be cut like any other member if the tool does not wait", () => {
    expect(cutText({ ...added, rest: "x".repeat(1000) }, 50)).not.toContain(added._waiting);
  });
});

describe("the text of a result for a model", () => {
  test("is its compact JSON text", () => {
    expect(resultText(cutTool(null), { a: [1, "é"], gone: undefined })).toBe('{"a":[1,"é"]}');
    expect(resultText(cutTool(null), undefined)).toBe("null");
  });

  test("that fits is whole, to the byte", () => {
    const output = { text: "é".repeat(100) };
    expect(cutText(output, 211)).toBe(JSON.stringify(output));
    expect(modelOutput(cutTool(211), output)).toBe(output);
    expect(cutText(output, 210)).not.toBe(JSON.stringify(output));
  });

  test("that is too long is JSON of the size, always the same, and says what is missing", () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 2, max: 400 }), (output, maxBytes) => {
        const text = cutText(output, maxBytes);
        expect(bytes(text)).toBeLessThanOrEqual(maxBytes);
        expect(cutText(output, maxBytes)).toBe(text);
        const whole = JSON.stringify(describeFiles(output).value);
        if (bytes(whole) <= maxBytes) {
          expect(text).toBe(whole);
          return;
        }
        expect(JSON.stringify(modelOutput(cutTool(maxBytes), output))).toBe(text);
        const value = JSON.parse(text);
        if (maxBytes >= 30) expect(Object.keys(value).some((name) => /^_+cut$/.test(name))).toBe(true);
      }),
      { numRuns: sampled(3000) },
    );
  });

  test("contains only what the result contains", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("a", "b", "c"), json), fc.integer({ min: 300, max: 600 }), (output, maxBytes) => {
        const { _cut, ...rest } = cut(output, maxBytes);
        expectPart(rest, JSON.parse(JSON.stringify(describeFiles(output).value)));
      }),
      { numRuns: sampled(500) },
    );
  });

  test("loses the last items of lists and counts them", () => {
    const { items, _cut } = cut({ items: Array.from({ length: 1000 }, (_, index) => ({ index })) }, 400) as {
      items: unknown[];
      _cut: string;
    };
    expect(items.slice(0, 2)).toEqual([{ index: 0 }, { index: 1 }]);
    expect(_cut).toBe(`The result had 13901 bytes and was truncated. Omitted: ${1000 - items.length} array items.`);
  });

  test("loses the ends of long texts and keeps what is short beside them", () => {
    const output = { log: "x".repeat(5000), status: "done", more: { log: "y".repeat(5000), code: 7 } };
    const value = cut(output, 1000) as typeof output & { _cut: string };
    expect(value).toMatchObject({ status: "done", more: { code: 7 } });
    expect(value.log).toMatch(/^x{300,}…$/);
    expect(value.more.log).toMatch(/^y{300,}…$/);
    expect(value._cut).toMatch(/Omitted: \d{4} characters of strings\.$/);
    expect(bytes(JSON.stringify(value))).toBeGreaterThan(900);
  });

  test("names the type and size of a file anywhere in it, in the place of its Base64", () => {
    const picture = { mediaType: "image/png", base64: "A".repeat(10_000), filename: "a.png" };
    const line = "[image/png, 7500 bytes, which cannot be shown here]";
    expect(modelOutput(cutTool(null), { name: "a", pictures: [picture], more: { picture } })).toEqual({
      name: "a",
      pictures: [line],
      more: { picture: line },
    });
    expect(resultText(cutTool(null), picture)).toBe(JSON.stringify(line));
    // These are no files.
    const others = { a: { ...picture, size: 1 }, b: { base64: "AAAA" }, c: { mediaType: "image/png", base64: "?" } };
    expect(modelOutput(cutTool(null), others)).toBe(others);
  });

  test.each([
    ["an emoji of many code points", "👨‍👩‍👧‍👦"],
    ["a flag", "🇩🇪"],
    ["a pair of surrogates", "😀"],
    ["a letter with an accent of its own", "e\u0301"],
  ])("never cuts %s in half", (_name, character) => {
    for (let maxBytes = 300; maxBytes < 360; maxBytes += 1) {
      const { text } = cut({ text: character.repeat(500) }, maxBytes) as { text: string };
      expect(text.slice(0, -1)).toBe(character.repeat((text.length - 1) / character.length));
    }
  });

  test("keeps lone surrogates as they were, as escapes", () => {
    const { text } = cut({ text: "\ud800".repeat(500) }, 300) as { text: string };
    expect(text).toMatch(/^\ud800+…$/);
  });

  test("is the start of `result` if the result is no object", () => {
    expect(cut("x".repeat(1000), 300)["result"]).toMatch(/^x+…$/);
    expect(cut(Array(1000).fill(7), 300)["result"]).toContain(7);
  });

  test("has its mark as `__cut` if the result has a member `_cut`", () => {
    expect(cut({ _cut: "mine", text: "x".repeat(1000) }, 400)).toMatchObject({
      _cut: "mine",
      __cut: expect.stringContaining("1025 bytes"),
    });
  });

  test("states only the original length if there is no room for more", () => {
    expect(cutText({ text: "x".repeat(1000) }, 40)).toBe(`{"text":"${"x".repeat(14)}…","_cut":1011}`);
    expect(cutText({ text: "x".repeat(1000) }, 12)).toBe("{}");
    expect(cutText({ text: "x".repeat(1000) }, 1)).toBe("");
  });

  test("gets a part of the next item only if more than half of the space is unused", () => {
    const cutOf = (first: string) => cutValue([first, "y".repeat(200)], 100).value;
    expect(cutOf("x".repeat(60))).toEqual(["x".repeat(60)]);
    expect(cutOf("x".repeat(30))).toEqual(["x".repeat(30), expect.stringMatching(/^y{20,}…$/)]);
  });

  test("of very many members is cut in linear time", () => {
    const resultOf = (length: number) => ({ list: Array.from({ length }, (_, index) => ({ index, text: "some text" })) });
    const [small, large] = [resultOf(sized(25_000)), resultOf(sized(200_000))];
    cutText(small, 10_000);
    const limit =
      24 *
      Math.max(
        cpuTime(() => cutText(small, 10_000)),
        10,
      );
    // Eight times as much; a quadratic way would take 64 times as long.
    expect(cpuTime(() => cutText(large, 10_000), limit)).toBeLessThan(limit);
  });

  test("is an error which says that the call was made, if JSON cannot express the result", () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    for (const output of [circular, { big: 1n }, JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)])
      expect(() => cutText(output, 100)).toThrow(expect.objectContaining({ code: "invalid-response", sent: true }));
  });

  test("omits what is nested too deep", () => {
    const deep = JSON.parse(`{"deep":${"[".repeat(1000)}"${"x".repeat(1000)}"${"]".repeat(1000)},"id":7}`);
    expect(cut(deep, 500)).toMatchObject({ id: 7 });
  });
});

/** Lists may be shorter, members fewer, texts may end with an ellipsis, and files may be empty. */
function expectPart(part: unknown, whole: unknown): void {
  if (typeof part === "string" && typeof whole === "string") {
    if (part !== whole && part !== "") expect(whole.startsWith(part.slice(0, -1)) && part.endsWith("…")).toBe(true);
  } else if (Array.isArray(part) && Array.isArray(whole)) {
    for (const [index, item] of part.entries()) expectPart(item, whole[index]);
  } else if (typeof part === "object" && part !== null && typeof whole === "object" && whole !== null) {
    for (const [name, member] of Object.entries(part)) expectPart(member, Object.getOwnPropertyDescriptor(whole, name)?.value);
  } else expect(part).toBe(whole);
}
