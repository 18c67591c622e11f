import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

const answer = 'responses: { "200": { description: It. } }';

/** A document of two paths, of which the second is always right, and what is referred to. */
function documentOf(item: string, components = "{}"): string {
  return `openapi: 3.0.3
info: { title: T, version: "1" }
servers: [{ url: https://example.com }]
paths:
  /a: ${item}
  /b: { get: { operationId: b, ${answer} } }
components: ${components}
`;
}

async function severitiesOf(texts: Readonly<Record<string, string>>, profile?: "openapi"): Promise<string[]> {
  const input = { kind: "openapi", path: "api.yaml", include: [], exclude: [] } as const;
  const { findings } = await compileTexts(texts, texts["toolsetc.yaml"] === undefined ? { input, profile } : { profile });
  return findings.filter(({ severity }) => severity !== "note").map(({ code, severity }) => `${severity} ${code}`);
}

const output = (schema: string) => `responses: { "200": { description: It., content: { application/json: { schema: ${schema} } } } }`;
const input = (schema: string) => `parameters: [{ name: q, in: query, schema: ${schema} }], ${answer}`;
const nowhere = '{ $ref: "#/components/schemas/Nowhere" }';
const twice = "{ schemas: { Twice: { type: string, type: integer } } }";
const toTwice = '{ $ref: "#/components/schemas/Twice" }';

// What is wrong stands in the output, in the input, and where no operation comes by.
test.each<[name: string, document: string, expected: string[]]>([
  ["a status that is none", documentOf('{ get: { responses: { "99": { description: It. } } } }'), ["warning invalid-status"]],
  [
    "a reference of an output",
    documentOf(`{ get: { ${output(nowhere)} } }`),
    ["warning broken-output-schema", "warning dangling-reference"],
  ],
  ["a reference of an input", documentOf(`{ get: { ${input(nowhere)} } }`), ["error refused-operation", "error dangling-reference"]],
  [
    "a reference of a shared schema of an input",
    documentOf(`{ get: { ${input('{ $ref: "#/components/schemas/A" }')} } }`, `{ schemas: { A: { properties: { x: ${nowhere} } } } }`),
    ["error broken-input-schema", "error dangling-reference"],
  ],
  ["a reference of nobody", documentOf(`{ get: { ${answer} } }`, `{ schemas: { A: ${nowhere} } }`), ["warning dangling-reference"]],
  [
    "a file of an output",
    documentOf(`{ get: { ${output("{ $ref: gone.yaml }")} } }`),
    ["warning broken-output-schema", "warning file-not-found"],
  ],
  ["a file of an input", documentOf(`{ get: { ${input("{ $ref: gone.yaml }")} } }`), ["error refused-operation", "error file-not-found"]],
  ["a key of an output", documentOf(`{ get: { ${output(toTwice)} } }`, twice), ["warning duplicate-key", "warning broken-output-schema"]],
  ["a key of an input", documentOf(`{ get: { ${input(toTwice)} } }`, twice), ["error duplicate-key", "error broken-input-schema"]],
  [
    "a description of an input",
    documentOf(`{ get: { ${input("{ type: string, description: A., description: B. }")} } }`),
    ["warning duplicate-key"],
  ],
  [
    "a parameter called description",
    documentOf(`{ get: { ${input("{ type: object, properties: { description: { type: string }, description: { type: integer } } }")} } }`),
    ["error duplicate-key"],
  ],
  [
    "a type in an output",
    documentOf(`{ get: { ${output("{ properties: 7 }")} } }`),
    ["warning broken-output-schema", "warning wrong-type"],
  ],
  [
    "each of two parameters",
    documentOf(`{ get: { parameters: [{ in: query }, { name: q, in: nowhere }], ${answer} } }`),
    ["error refused-operation", "error missing-field", "warning missing-one-of", "warning missing-one-of", "error wrong-choice"],
  ],
  [
    "a parameter of nobody",
    documentOf(`{ get: { ${answer} } }`, "{ parameters: { A: { in: query, schema: {} } } }"),
    ["warning missing-field"],
  ],
  ["a path item that is none", documentOf("[]"), ["error wrong-type"]],
  ["a path item in a file that is not there", documentOf("{ $ref: gone.yaml }"), ["error file-not-found"]],
  ["a method that is misspelt", documentOf(`{ gett: { ${answer} } }`), ["error unknown-field"]],
  ["another unknown field of a path item", documentOf(`{ note: 7, get: { ${answer} } }`), ["warning unknown-field"]],
  ["a path without a slash", documentOf(`{ get: { ${answer} } }`).replace("/a", "a"), ["error unknown-field"]],
])(
  "a finding is an error if a tool is omitted, else a warning, or an error with the profile `openapi`: %s",
  async (_name, document, expected) => {
    expect(await severitiesOf({ "api.yaml": document })).toEqual(expected);
    const strict = expected.map((each) => (each.endsWith("broken-output-schema") ? each : each.replace("warning", "error")));
    expect(await severitiesOf({ "api.yaml": document }, "openapi")).toEqual(strict);
  },
);

test("two bodies of an operation are an error, since the operation is omitted", async () => {
  const body = "{ name: a, in: body, schema: {} }";
  const document = `swagger: "2.0"\ninfo: { title: T, version: "1" }\nhost: example.com\npaths: { /a: { post: { parameters: [${body}, ${body.replace("a,", "b,")}], ${answer} } } }\n`;
  expect(await severitiesOf({ "api.yaml": document })).toEqual(["error refused-operation", "error body-conflict"]);
});

test("the configuration may set the profile, and `rules` take precedence over it", async () => {
  const texts = {
    "t.yaml": "displayName: t\nopenApiToolset: { openApiSchema: api.yaml }\n",
    "api.yaml": documentOf('{ get: { responses: { "99": { description: It. } } } }'),
  };
  expect(await severitiesOf({ ...texts, "toolsetc.yaml": "profile: openapi\n" })).toEqual(["error invalid-status"]);
  expect(await severitiesOf({ ...texts, "toolsetc.yaml": "profile: openapi\nrules: { invalid-status: warning }\n" })).toEqual([
    "warning invalid-status",
  ]);
  expect(await severitiesOf({ ...texts, "toolsetc.yaml": "rules: { invalid-status: error }\n" })).toEqual(["error invalid-status"]);
});
