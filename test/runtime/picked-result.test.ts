import { expect, test } from "vitest";
import { resultText } from "../../src/runtime/index.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { manifestTarget } from "../../src/targets/manifest.ts";
import { compileTexts } from "../compile-texts.ts";

const schema = { type: "object", properties: { id: { type: "integer" }, note: { type: "string" } }, required: ["id", "note"] };
const list = { type: "array", items: schema };

/** The tools of a project whose overrides cut answers to size. */
async function compiled() {
  const answer = (each: object) => ({ "200": { description: "It.", content: { "application/json": { schema: each } } } });
  const paths = {
    "/one": { get: { operationId: "one", responses: answer(schema) } },
    "/all": { get: { operationId: "all", responses: answer(list) } },
  };
  const document = { openapi: "3.0.3", info: { title: "Shop", version: "1" }, servers: [{ url: "https://shop.example" }], paths };
  const cut = { output: { pick: ["id"], maxBytes: 200 } };
  const {
    outputs: _outputs,
    program,
    findings,
  } = await compileTexts({
    "shop.json": JSON.stringify({
      displayName: "shop",
      openApiToolset: { openApiSchema: JSON.stringify(document), ignoreUnknownFields: false },
    }),
    "toolsetc.yaml": JSON.stringify({ overrides: { shop: { tools: { one: cut, all: cut } } } }),
  });
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  const [file] = manifestTarget.emit(program, {} as never).value;
  const tools = toolsOf(JSON.parse(file?.text ?? ""));
  const call = (name: string, answer: unknown) =>
    tools.find(({ id }) => id === name)!.execute({}, { output: "strict", fetch: async () => Response.json(answer) });
  return { tools, call };
}

test("`pick` removes the other members from the output schema and from the result", async () => {
  const { tools, call } = await compiled();
  const one = tools.find(({ id }) => id === "one")!;
  expect(one.outputSchema["~standard"].jsonSchema.output({ target: "draft-2020-12" })["properties"]).toEqual({ id: { type: "integer" } });
  expect(await call("one", { id: 7, note: "long" })).toEqual({ id: 7 });
  expect(
    await call("all", [
      { id: 7, note: "long" },
      { id: 8, note: "" },
    ]),
  ).toEqual({ result: [{ id: 7 }, { id: 8 }] });
  await expect(call("one", { id: "7", note: "long" })).rejects.toMatchObject({ code: "invalid-response", sent: true });
});

test("the text of a result for a model is cut to `maxBytes`, and `execute` returns the whole result", async () => {
  const { tools, call } = await compiled();
  const items = Array.from({ length: 100 }, (_, id) => ({ id, note: "x" }));
  const answer = await call("all", items);
  expect(answer).toEqual({ result: items.map(({ id }) => ({ id })) });
  const text = resultText(tools.find(({ id }) => id === "all")!, answer);
  expect(text.length).toBeLessThanOrEqual(200);
  expect(JSON.parse(text)).toMatchObject({ result: expect.arrayContaining([{ id: 0 }]), _cut: "truncated from 1002 bytes" });
});
