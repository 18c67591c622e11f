import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/source/json/json.ts";
import { changesBetween, type Texts } from "../compare/compare.ts";

interface ServerTool {
  readonly input?: JsonObject;
  readonly output?: Json;
  readonly annotations?: JsonObject;
}

/** A project of an MCP server with one tool. */
function served({ input = { type: "object" }, output, annotations = {} }: ServerTool, config = ""): Texts {
  const tool = { name: "find", description: "Finds.", inputSchema: input, annotations, ...(output ? { outputSchema: output } : {}) };
  return {
    "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp }\n",
    "snapshots/shop.tools.json": JSON.stringify({ formatVersion: "1.0", tools: [tool] }),
    ...(config === "" ? {} : { "toolsetc.yaml": config }),
  };
}

const object = (properties: JsonObject, others: JsonObject = {}): JsonObject => ({ type: "object", properties, ...others });
const text = { type: "string" };
const tagged = (kind: string, others: JsonObject = {}): JsonObject =>
  object({ kind: { const: kind }, ...others }, { required: ["kind", ...Object.keys(others)] });

/** The changes that are not compatible, as `<grade> <kind> <pointer>`. Texts are left out. */
async function gradesOf(before: Texts, after: Texts): Promise<string[]> {
  return (await changesBetween(before, after)).flatMap(({ grade, kind, pointer }) =>
    grade === "compatible" || kind === "changed-text" ? [] : [`${grade} ${kind} ${pointer}`],
  );
}

const ofResult = (before: Json, after: Json, use: string) =>
  gradesOf(served({ output: object({ value: before }) }), served({ output: object({ value: after }) }, `breaking: ${use}\n`));

describe("a changed hint is an error if clients may then ask the user less, else a note", () => {
  test.each<[string, JsonObject, JsonObject, string]>([
    ["destructive to not", { destructiveHint: true }, { destructiveHint: false }, "breaking changed-hint"],
    ["not destructive to destructive", { destructiveHint: false }, { destructiveHint: true }, "notable cautious-hint"],
    ["idempotent", { idempotentHint: false }, { idempotentHint: true }, "breaking changed-hint"],
    ["no longer idempotent", { idempotentHint: true }, { idempotentHint: false }, "notable cautious-hint"],
    ["read-only", { readOnlyHint: false }, { readOnlyHint: true }, "breaking changed-hint"],
    ["no longer read-only", { readOnlyHint: true }, { readOnlyHint: false }, "notable cautious-hint"],
    ["a closed world", { openWorldHint: true }, { openWorldHint: false }, "notable cautious-hint"],
  ])("if it changes from %s", async (_what, before, after, expected) => {
    const [name = ""] = Object.keys(after);
    const changes = await gradesOf(served({ annotations: before }), served({ annotations: after }));
    expect(changes).toContain(`${expected} /annotations/${name.replace("Hint", "")}`);
  });

  test("if it says nothing at first, and then that the tool only reads", async () => {
    expect(await gradesOf(served({}), served({ annotations: { readOnlyHint: true } }))).toContain(
      "breaking changed-hint /annotations/readOnly",
    );
  });

  test("once, if the tool only reads now, from which its other hints follow", async () => {
    const hints = { destructiveHint: false, idempotentHint: true };
    const found = await gradesOf(served({}), served({ annotations: { readOnlyHint: true, ...hints } }));
    expect(found).toEqual(["breaking changed-hint /annotations/readOnly"]);
  });
});

const map = (values: Json): Json => ({ type: "object", additionalProperties: values });
const named = (values: Json): Json => ({ type: "object", patternProperties: { "^x": values } });
const union = (...kinds: readonly JsonObject[]): JsonObject => ({ anyOf: kinds });
const orNull = (schema: JsonObject): JsonObject => union(schema, { type: "null" });
const nullable = (...values: readonly Json[]): Json => ({ type: ["string", "null"], enum: values });
const described = (first: number, last: number): Json => ({
  type: "integer",
  oneOf: Array.from({ length: last - first + 1 }, (_each, index) => ({ const: first + index, title: `The value ${first + index}` })),
});
const additions: readonly [what: string, before: Json, after: Json][] = [
  ["a value of an enum", { enum: ["a", "b"] }, { enum: ["a", "b", "c"] }],
  ["null that the type allowed already, beside a value of an enum", nullable("a"), nullable("a", "b", null)],
  ["null that the type allowed already", nullable("a"), nullable("a", null)],
  ["any text for an enum of texts", { enum: ["a", "b"] }, text],
  ["a value of an enum in a map", map({ enum: ["a"] }), map({ enum: ["a", "b"] })],
  ["a value of an enum for names of a pattern", named({ enum: ["a"] }), named({ enum: ["a", "b"] })],
  ["an alternative in a map", map(union(tagged("a"), tagged("b"))), map(union(tagged("a"), tagged("b"), tagged("c")))],
  [
    "an alternative beside a text",
    { type: "string", maxLength: 3 },
    union({ type: "string", maxLength: 3 }, { type: "string", minLength: 5 }),
  ],
  ["another value for a constant", { const: 1 }, { enum: [1, 2] }],
  [
    "a value of an enum that may be null",
    { anyOf: [{ enum: ["a"] }, { type: "null" }] },
    { anyOf: [{ enum: ["a", "b"] }, { type: "null" }] },
  ],
  ["an alternative with another tag", union(tagged("a"), tagged("b")), union(tagged("a"), tagged("b"), tagged("c"))],
  ["another alternative in place of one", union(tagged("a"), tagged("b")), union(tagged("a"), tagged("c"))],
  ["a value of an enum that describes each, of which one is gone", described(1, 40), described(2, 41)],
  ["only other alternatives", union(tagged("a"), tagged("b")), union(tagged("c", { x: text }), tagged("d"))],
  ["a greater number", { type: "integer", maximum: 10 }, { type: "integer", maximum: 20 }],
  ["any number for one with limits", { type: "integer", minimum: 1, maximum: 10 }, { type: "integer", minimum: 1 }],
  ["a smaller number", { type: "number", exclusiveMinimum: 0 }, { type: "number", minimum: 0 }],
  ["a longer text", { type: "string", maxLength: 10 }, { type: "string", maxLength: 20 }],
  ["a shorter text", { type: "string", minLength: 2 }, { type: "string" }],
  ["a wider pattern", { type: "string", pattern: "^a$" }, { type: "string", pattern: "^[ab]$" }],
  ["any text for one with a pattern", { type: "string", pattern: "^a$" }, text],
  ["any text for an enum that may be null", { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] }, { type: ["string", "null"] }],
  ["more items", { type: "array", items: text, maxItems: 2 }, { type: "array", items: text, maxItems: 4 }],
  [
    "an alternative without a tag",
    {
      oneOf: [
        object({ x: text }, { required: ["x"], additionalProperties: false }),
        object({ y: text }, { required: ["y"], additionalProperties: false }),
      ],
    },
    {
      oneOf: [
        object({ x: text }, { required: ["x"], additionalProperties: false }),
        object({ y: text }, { required: ["y"], additionalProperties: false }),
        object({ z: text }, { required: ["z"], additionalProperties: false }),
      ],
    },
  ],
];

const breaks: readonly [what: string, before: Json, after: Json][] = [
  ["null for an enum", { enum: ["a"] }, { enum: ["a", null] }],
  ["null beside a new value of an enum", { enum: ["a"] }, { enum: ["a", "b", null] }],
  ["anything for an enum", { enum: ["a"] }, {}],
  ["a number for a text", text, { type: "integer" }],
  ["null", text, { type: ["string", "null"] }],
  ["an alternative of another type", union(tagged("a"), tagged("b")), { anyOf: [tagged("a"), tagged("b"), text] }],
  [
    "a member of an alternative that is another",
    union(tagged("a", { x: text }), tagged("b")),
    union(tagged("a", { x: { type: "integer" } }), tagged("b")),
  ],
  [
    "a member of an alternative that is another, beside a new alternative",
    union(tagged("a", { x: text }), tagged("b")),
    union(tagged("a", { x: { type: "integer" } }), tagged("b"), tagged("c")),
  ],
  [
    "an alternative without a tag that is another",
    {
      anyOf: [
        object({ x: text }, { required: ["x"], additionalProperties: false }),
        object({ y: text }, { required: ["y"], additionalProperties: false }),
      ],
    },
    {
      anyOf: [
        object({ x: { type: "integer" } }, { required: ["x"], additionalProperties: false }),
        object({ y: text }, { required: ["y"], additionalProperties: false }),
      ],
    },
  ],
  ["a greater number that may be null", { type: "integer", maximum: 10 }, { type: ["integer", "null"], maximum: 20 }],
  ["a number that is no longer whole", { type: "integer", maximum: 10 }, { type: "number", maximum: 10 }],
  [
    "another alternative in place of one, with no member that all list",
    union(tagged("a"), object({ b: text }, { required: ["b"] })),
    union(tagged("a"), object({ c: text }, { required: ["c"] })),
  ],
  ["fewer items", { type: "array", items: text, minItems: 1 }, { type: "array", items: text }],
  ["an array for an object", object({ a: text }), { type: "array", items: object({ a: text }) }],
];

describe("a new value in a result is a note for models, a warning for types and an error for checks", () => {
  test.each(additions)("if it is %s", async (_what, before, after) => {
    for (const [use, grade] of [
      ["model", "notable"],
      ["typed", "model-visible"],
      ["strict", "breaking"],
    ] as const) {
      const found = await ofResult(before, after, use);
      expect(found.map((each) => each.replace(/ \/output\/value.*/, ""))).toEqual([`${grade} new-result-value`]);
    }
  });
});

describe("a changed result is an error, whoever uses the tools,", () => {
  test.each(breaks)("if it is %s", async (_what, before, after) => {
    for (const use of ["model", "typed", "strict"]) expect((await ofResult(before, after, use)).join()).toMatch(/breaking widened-output/);
  });
});

describe("a result that becomes a union", () => {
  const user = object({ id: text, name: text, mail: text }, { required: ["id", "name", "mail"] });
  const robot = object({ id: text, owner: text }, { required: ["id", "owner"] });

  test("has new alternatives, and is not reported for each member that one of them lacks", async () => {
    expect(await ofResult(user, { anyOf: [user, robot] }, "model")).toEqual(["notable new-result-value /output/value"]);
    expect(await ofResult(user, { anyOf: [user, object({})] }, "model")).toEqual(["notable new-result-value /output/value"]);
  });

  test("has a finding for the new alternative, and another one if its former object has changed", async () => {
    const other = object({ id: text, name: { type: "integer" }, mail: text }, { required: ["id", "name", "mail"] });
    expect((await ofResult(user, { oneOf: [robot, other] }, "model")).sort()).toEqual([
      "breaking widened-output /output/value/name",
      "notable new-result-value /output/value",
    ]);
  });

  test("without the former object is reported as a changed result", async () => {
    expect(await ofResult(user, { oneOf: [robot, object({ pages: text })] }, "model")).toEqual(["breaking widened-output /output/value"]);
  });
});

test("a new alternative is no version of one with other members, though all members are optional", async () => {
  const limited = (maximum: number) => object({ size: { type: "integer", maximum }, mode: text });
  const before = union(limited(5), object({ color: text }), object({ tone: text }));
  const after = union(limited(9), object({ color: text }), object({ tone: text }), object({ shape: { enum: ["round"] } }));
  expect((await ofResult(before, after, "typed")).sort()).toEqual([
    "model-visible new-result-value /output/value",
    "model-visible new-result-value /output/value/size",
  ]);
});

test("what changed in an alternative of a union that may be null is said at its member", async () => {
  const either = (kinds: readonly string[], ...others: readonly [JsonObject, JsonObject?]) =>
    orNull(union(text, object({ kind: { enum: kinds }, ...others[0] }, others[1])));
  const [before, after] = [either(["a"], { old: text }), either(["a", "b"], { fresh: text }, { required: ["fresh"] })];
  expect((await ofResult(before, after, "typed")).sort()).toEqual([
    "breaking widened-output /output/value/old",
    "model-visible new-result-value /output/value/kind",
  ]);
});

test("what changed below the deepest place that is compared is no change of that place, but not all that is listed", async () => {
  const deep = (levels: number, member: JsonObject): JsonObject =>
    levels === 0 ? object(member) : object({ [`m${levels}`]: deep(levels - 1, member) });
  const answer = (...kinds: string[]) => object({ kind: { enum: kinds }, more: deep(14, { kind: { enum: kinds } }) });
  expect((await ofResult(answer("a"), answer("a", "b"), "typed")).sort()).toEqual([
    "breaking undecided-schema /input",
    "model-visible new-result-value /output/value/kind",
  ]);
  expect(await ofResult(deep(14, { kind: { enum: ["a"] } }), deep(14, { kind: { enum: ["a", "b"] } }), "typed")).toEqual([
    expect.stringMatching(/^breaking widened-output \/output\/value\/m14/),
  ]);
});

test("very many new values in a result do not hide a break", async () => {
  const answer = (...kinds: string[]) =>
    object(Object.fromEntries(Array.from({ length: 60 }, (_each, index) => [`m${index}`, { enum: kinds }])));
  const found = await ofResult(
    object({ list: answer("a"), deep: object({ last: text }) }),
    object({ list: answer("a", "b"), deep: object({ last: { type: "integer" } }) }),
    "typed",
  );
  expect(found).toContain("breaking widened-output /output/value/deep/last");
  expect(found.join()).not.toContain("undecided");
});

test("a changed value of a map in a result is reported at the value", async () => {
  expect(await ofResult(map(object({ a: text })), map(object({ a: { type: "integer" } })), "model")).toEqual([
    "breaking widened-output /output/value/*/a",
  ]);
  expect(await ofResult(named(text), named({ type: "integer" }), "model")).toEqual(["breaking widened-output /output/value/*"]);
});

test("a new null among the values of an enum is reported once, as a changed type", async () => {
  const texts = (...values: Json[]): Json => ({ type: values.includes(null) ? ["string", "null"] : "string", enum: values });
  expect(await ofResult(texts("a"), texts("a", null), "typed")).toEqual(["breaking widened-output /output/value"]);
  expect(await ofResult(texts("a"), texts("a", "b", null), "typed")).toHaveLength(2);
});

describe("a value that two alternatives of `oneOf` now accept", () => {
  const method = (kind: string, member: string): JsonObject =>
    object({ type: { type: "string", enum: [kind] }, [member]: text }, { additionalProperties: false });
  const payment = (...methods: JsonObject[]) => served({ input: object({ method: { oneOf: methods } }) });
  const former = payment(method("card", "number"), method("bank", "account"));
  const next = payment(method("card", "number"), method("bank", "account"), method("prepaid", "number"));

  test("is no break for typed programs, because the compiler distinguishes the alternatives", async () => {
    expect(await gradesOf(former, { ...next, "toolsetc.yaml": "breaking: typed\n" })).toEqual([]);
  });

  test("is a break for programs that check results strictly", async () => {
    const found = await gradesOf(former, { ...next, "toolsetc.yaml": "breaking: strict\n" });
    expect(found).toEqual([expect.stringContaining("breaking narrowed-input /input/method")]);
  });

  test("does not hide that an alternative was removed", async () => {
    const without = payment(method("bank", "account"), method("prepaid", "other"));
    expect((await gradesOf(former, { ...without, "toolsetc.yaml": "breaking: typed\n" })).join()).toContain("breaking narrowed-input");
  });
});

test("an alternative with its own tag is a new value, also if no value of it can be made", async () => {
  const [one, two] = [tagged("one"), tagged("two")];
  const unknown = tagged("three", { code: { type: "string", pattern: "^(?=x)(x)\\1$" } });
  expect(await ofResult({ oneOf: [one, two] }, { oneOf: [one, two, unknown] }, "typed")).toEqual([
    "model-visible new-result-value /output/value",
  ]);
});

test("a union of constants with a new one is a new value, like in an enum", async () => {
  const constants = (...values: string[]): Json => ({ type: "string", oneOf: values.map((value) => ({ const: value, title: value })) });
  const many = Array.from({ length: 60 }, (_each, index) => `v${index}`);
  expect(await ofResult(constants(...many), constants(...many, "new"), "typed")).toEqual(["model-visible new-result-value /output/value"]);
  expect(await ofResult(constants(...many, "old"), constants(...many), "typed")).toEqual([]);
});

test("a member that was always null and may be more now breaks only strict checks", async () => {
  for (const value of [text, object({ a: text })])
    expect(await ofResult({ type: "null" }, value, "typed")).toEqual(["model-visible new-result-value /output/value"]);
  expect(await ofResult({ type: "null" }, text, "strict")).toEqual(["breaking new-result-value /output/value"]);
  expect(await ofResult({ type: ["null", "integer"] }, text, "typed")).toEqual(["breaking widened-output /output/value"]);
});

test("a result that is described for the first time breaks programs, and not models", async () => {
  const answer = object({ id: text });
  const [nothing, described] = [served({}), served({ output: answer })];
  expect(await gradesOf(nothing, { ...described, "toolsetc.yaml": "breaking: model\n" })).toEqual([]);
  expect(await gradesOf(nothing, { ...described, "toolsetc.yaml": "breaking: typed\n" })).toEqual(["breaking widened-output /output"]);
});

test("a result of another type is reported once, without its members", async () => {
  const user = object({ name: { type: ["string", "null"] }, mail: { type: "integer" } }, { required: ["name"] });
  const former = object({ name: text, mail: text, age: text }, { required: ["name", "mail", "age"] });
  const list = (items: Json): Json => ({ type: "array", items });
  expect(await ofResult(list(former), user, "typed")).toEqual(["breaking widened-output /output/value"]);
  expect(await ofResult(former, list(user), "typed")).toEqual(["breaking widened-output /output/value"]);
});

test("a decided change of a schema is not also reported as undecided", async () => {
  const list = (others: JsonObject): JsonObject => object({ ids: { type: "array", items: { type: "integer" }, ...others } });
  const found = await gradesOf(
    served({ input: list({}) }),
    served({ input: { ...list({ minItems: 1, maxItems: 100_000_000 }), required: ["ids"] } }),
  );
  expect(found.filter((each) => each.includes("undecided"))).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});

describe("who uses the tools, as the configuration says it,", () => {
  const [before, after] = [{ output: object({ value: { enum: ["a"] } }) }, { output: object({ value: { enum: ["a", "b"] } }) }];
  test.each<[string, string, string]>([
    ["is by default programs with types", "{}\n", "model-visible"],
    ["is by default programs with types for the target python", "targets: [{ target: python, out: a }]\n", "model-visible"],
    ["is by default models for other targets", "targets: [{ target: mcp, out: a }]\n", "notable"],
    ["is what the project says", "breaking: strict\n", "breaking"],
    ["is what the project says of a toolset", "breaking: strict\noverrides: { shop: { breaking: model } }\n", "notable"],
    ["is not what the project says of another toolset", "breaking: model\noverrides: { shop: { breaking: typed } }\n", "model-visible"],
  ])("%s", async (_what, config, grade) => {
    expect(await gradesOf(served(before), served(after, config))).toEqual([`${grade} new-result-value /output/value`]);
  });
});

const everywhere: readonly [what: string, before: ServerTool, after: ServerTool][] = [
  ["a new required argument", {}, { input: object({ a: text }, { required: ["a"] }) }],
  ["a value that is rejected", { input: object({ a: text }) }, { input: object({ a: { enum: ["x"] } }) }],
  [
    "a number below a first limit",
    { input: object({ a: { type: "integer" } }) },
    { input: object({ a: { type: "integer", minimum: 0 } }) },
  ],
  [
    "a removed argument",
    { input: object({ a: text }, { additionalProperties: false }) },
    { input: object({}, { additionalProperties: false }) },
  ],
];

test.each(everywhere)("%s is an error whoever uses the tools", async (_what, before, after) => {
  for (const use of ["model", "typed", "strict"])
    expect((await gradesOf(served(before), served(after, `breaking: ${use}\n`)))[0]).toMatch(/^breaking narrowed-input/);
});

describe("a new bound of an argument that is a number", () => {
  const integer = (bounds: JsonObject) => served({ input: object({ page: { type: "integer", ...bounds } }) });
  test.each<[string, JsonObject, string[]]>([
    ["is compatible if it rejects only numbers that are not exact", { minimum: -9007199254740991, maximum: 9007199254740991 }, []],
    ["beside such a bound is breaking", { minimum: -9007199254740991, maximum: 10 }, ["breaking narrowed-input /input/page"]],
    ["with exclusive ones is breaking", { minimum: -9007199254740991, exclusiveMinimum: 5 }, ["breaking narrowed-input /input/page"]],
  ])("%s", async (_what, bounds, expected) => {
    expect(await gradesOf(integer({}), integer(bounds))).toEqual(expected);
  });
});
