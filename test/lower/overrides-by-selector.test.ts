import { expect, test } from "vitest";
import { lowerTexts, shop } from "./lower-texts.ts";

const responses = { "200": { description: "Done." } };
const paths = {
  "/pets": {
    get: { operationId: "listPets", tags: ["pets"], responses },
    post: { operationId: "addPet", tags: ["pets"], responses },
  },
  "/stores": { get: { operationId: "listStores", responses } },
};

test("`lazy` has selectors, and a tool's own `lazy` takes precedence", async () => {
  const overrides = { lazy: ["tag:pets", "list*"], tools: { addPet: { lazy: false } } };
  const { program } = await lowerTexts(shop(paths, {}, { overrides: { shop: overrides } }));
  const tools = program.toolsets.flatMap((toolset) => toolset.tools);
  expect(tools.map(({ id, lazy }) => [id, lazy])).toEqual([
    ["listPets", true],
    ["addPet", false],
    ["listStores", true],
  ]);
});

const parameter = (name: string, more: object = {}) => ({ name, in: "query", schema: { type: "string" }, ...more });
const keyed = {
  "/pets": {
    get: {
      operationId: "listPets",
      tags: ["pets"],
      parameters: [parameter("api_key", { required: true }), parameter("X-Sign-1"), parameter("X-Sign-2"), parameter("lang")],
      responses,
    },
    post: {
      operationId: "addPet",
      tags: ["pets"],
      parameters: [parameter("api_key"), parameter("lang")],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { type: "object", required: ["name"], properties: { name: { type: "string" }, trace: { type: "string" } } },
          },
        },
      },
      responses,
    },
  },
  "/pets/{id}": {
    get: { operationId: "getPet", parameters: [{ ...parameter("id"), in: "path", required: true }], responses },
    put: {
      operationId: "setPhoto",
      parameters: [{ ...parameter("id"), in: "path", required: true }],
      requestBody: { content: { "text/plain": { schema: { type: "string" } } } },
      responses,
    },
  },
};

async function lowerKeyed(tools: object) {
  const { program, lowering } = await lowerTexts(shop(keyed, {}, { overrides: { shop: { tools } } }));
  const found = new Map(program.toolsets.flatMap((toolset) => toolset.tools).map((tool) => [tool.id, tool]));
  const inputs = Object.fromEntries([...found].map(([id, { input }]) => [id, Object.keys(Object(input.json.properties))]));
  // That `api_key` is a credential is another test's subject.
  const reported = lowering.filter(({ code }) => code !== "credential-parameter");
  const said = reported.map(({ code, message }) => `${code}: ${message}`);
  return { found, inputs, said };
}

test("a selector hides parameters of all its tools, by name and by pattern", async () => {
  const { inputs, found, said } = await lowerKeyed({
    "*": { parameters: { api_key: { hide: true }, "X-Sign-*": { hide: true }, trace: { hide: true } } },
  });
  expect(inputs).toEqual({ listPets: ["lang"], addPet: ["lang", "name"], getPet: ["id"], setPhoto: ["id", "body"] });
  expect(found.get("listPets")?.input.json.required).toEqual([]);
  expect(found.get("listPets")?.binding).toMatchObject({ parameters: [{ name: "lang", from: { input: "lang" } }] });
  expect(found.get("addPet")?.binding).toMatchObject({ body: { from: { members: [{ name: "name", from: { input: "name" } }] } } });
  expect(said).toEqual([]);
});

test("a selector fixes and describes parameters, and the tool's own entry takes precedence", async () => {
  const { found, said } = await lowerKeyed({
    addPet: { parameters: { lang: { value: "fr" } } },
    "tag:pets": { metadata: { team: "pets" }, parameters: { lang: { value: "en" } } },
    "method:GET": { lazy: true, parameters: { lang: { description: "Never read." }, id: { description: "Which pet." } } },
  });
  const langOf = (id: string) => {
    const binding = found.get(id)?.binding;
    return binding?.transport === "http" ? binding.parameters.find(({ name }) => name === "lang")?.from : undefined;
  };
  expect(langOf("listPets")).toEqual({ value: "en" });
  expect(langOf("addPet")).toEqual({ value: "fr" });
  expect([...found.values()].map(({ id, lazy, metadata }) => [id, lazy, metadata])).toEqual([
    ["listPets", true, { team: "pets" }],
    ["addPet", false, { team: "pets" }],
    ["getPet", true, {}],
    ["setPhoto", false, {}],
  ]);
  expect(found.get("getPet")?.input.json).toMatchObject({ properties: { id: { description: "Which pet." } } });
  expect(said).toEqual([
    'unused-override: The override "description" is ignored, because the parameter "lang" has a fixed value, which the model does not see.',
  ]);
});

test.each([
  [{ "tag:pet": { lazy: true } }, ['unmatched-selector: The selector "tag:pet" matches no operation. Did you mean "tag:pets"?']],
  [
    { "get*": { parameters: { "X-*": { hide: true } } } },
    ['unknown-parameter-override: No tool that the entry "get*" applies to has a parameter "X-*".'],
  ],
  [
    { "*": { name: "pet" } },
    [
      'unused-override: The override "name" is ignored, because two tools cannot have the same name, and this entry applies to several tools.',
    ],
  ],
  [
    { getPet: { parameters: { id: { hide: true } } } },
    ['unused-override: The override "hide" is ignored, because each request requires the parameter "id".'],
  ],
  [
    { addPet: { parameters: { name: { hide: true } } } },
    ['unused-override: The override "hide" is ignored, because each request requires the parameter "name".'],
  ],
  [
    { addPet: { parameters: { nam: { hide: true } } } },
    ['unknown-parameter-override: No tool that the entry "addPet" applies to has a parameter "nam". Did you mean "name"?'],
  ],
  [{ setPhoto: { parameters: { body: { hide: true } } } }, []],
])("the overrides %j have findings that say what is wrong with their selectors", async (tools, expected) => {
  expect((await lowerKeyed(tools)).said).toEqual(expected);
});

test("a selector hides optional members of client functions", async () => {
  const parameters = { type: "OBJECT", properties: { a: { type: "STRING" }, b: { type: "STRING" } }, required: ["b"] };
  const { program, lowering } = await lowerTexts({
    "device.yaml": JSON.stringify({
      displayName: "device",
      clientFunctionToolset: { functions: [{ name: "beep", description: "Beeps.", parameters }] },
    }),
    "toolsetc.yaml": JSON.stringify({ overrides: { device: { tools: { "*": { parameters: { "*": { hide: true } } } } } } }),
  });
  expect(Object.keys(Object(program.toolsets[0]?.tools[0]?.input.json.properties))).toEqual(["b"]);
  expect(lowering.map(({ message }) => message)).toEqual([
    'The override "hide" is ignored, because the tool "beep" requires the parameter "b".',
  ]);
});
