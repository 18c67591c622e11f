// The program that every runtime runs: one function for each feature, which throws if the feature fails. What they give back differs by
// runtime, and is shown. `kit.js` is all that differs between the package and a copy of its run-time library.
import * as kit from "./kit.js";

const { shop, guarded, trusting, mistrusting, stateless, sessions, ToolError } = kit;

export const features = {
  async call() {
    expectEqual(await shop.getItem.execute({ id: 7 }), { id: 7, name: "tea" });
    expectEqual((await failure(shop.getItem, { id: "7" })).code, "invalid-arguments");
  },

  async upload() {
    const base64 = "w6RiYwAB/w==";
    const bytes = "\u00c3\u00a4bc\u0000\u0001\u00ff";
    const file = { base64, mediaType: "text/plain", filename: "a.txt" };
    const { contentType, body } = await shop.upload.execute({ note: "\u00e4", about: { x: 1 }, file });
    const boundary = contentType.split("boundary=")[1];
    const parts = [
      'Content-Disposition: form-data; name="note"\r\n\r\n\u00c3\u00a4',
      'Content-Disposition: form-data; name="about"\r\nContent-Type: application/json\r\n\r\n{"x":1}',
      `Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${bytes}`,
    ];
    expectEqual(body, `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`);
    expectEqual(await shop.putRaw.execute({ body: file }), { contentType: "application/octet-stream", body: bytes });
    const blob = new Blob(["# Tea"], { type: "text/markdown" });
    const given = await shop.upload.execute({ file: blob });
    expectEqual(/Content-Type: (.*)\r\n/.exec(given.body)[1], "text/markdown");
  },

  async error() {
    const { code, sent, details } = await failure(shop.broken, {});
    expectEqual([code, sent, details.status, details.body], ["http-error", true, 404, '{"reason":"no such thing"}']);
  },

  async redirect() {
    const { code, sent, message, details } = await failure(shop.moved, {});
    expectEqual([code, sent], ["redirect", true]);
    const isKnown = details.status === 302;
    expectEqual(details, isKnown ? { status: 302, location: "http://elsewhere.example" } : {});
    expectEqual(message.includes("elsewhere.example"), isKnown);
    if (message.includes("127.0.0.1")) throw new Error(`It names the service as the target: ${message}`);
    return isKnown ? "target known" : "target hidden";
  },

  async refused({ closed }) {
    const { code, sent, details } = await failure(shop.upload, { file: new Blob(["x"]) }, { baseUrl: closed });
    expectEqual(code, "network-error");
    return `${details.reason}, ${sent ? "may have been sent" : "not sent"}`;
  },

  async "broken off"() {
    const { code, sent } = await failure(shop.cut, {});
    expectEqual([code, sent], ["network-error", true]);
  },

  async retry({ key }) {
    expectEqual(await shop.getFlaky.execute({ key }), { tries: 2 });
  },

  async abort() {
    const controller = new AbortController();
    const pending = failure(shop.slow, {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expectEqual([(await pending).code, (await pending).sent], ["cancelled", true]);
  },

  async download() {
    expectEqual(await shop.getFile.execute({}), { mediaType: "image/png", base64: "iVBORwD/" });
  },

  async adapters() {
    const [tool] = [shop.getItem];
    const ai = kit.aiSdk([tool]).tools[tool.name];
    expectEqual((await ai.execute({ id: 7 }, { toolCallId: "1", messages: [] })).name, "tea");
    const call = { type: "function_call", call_id: "1", name: tool.name, arguments: '{"id":7}' };
    const [output] = await kit.openai([tool]).answerAll([call]);
    expectEqual(JSON.parse(output.output).name, "tea");
    const use = { type: "tool_use", id: "1", name: tool.name, input: { id: 7 } };
    if (!JSON.stringify(await kit.anthropic([tool]).answerAll([use])).includes("tea")) throw new Error("Anthropic has no answer.");
    const { functionDeclarations } = kit.gemini([tool]).tools[0];
    expectEqual(functionDeclarations[0].name, tool.name);
  },

  async manifest() {
    const tool = kit.toolsOf(kit.manifest).find(({ name }) => name === shop.getItem.name);
    expectEqual(await tool.execute({ id: 7 }), { id: 7, name: "tea" });
  },

  async token() {
    const secrets = () => "s";
    const answers = [];
    for (let call = 0; call < 2; call++) answers.push(await guarded.getItem.execute({ id: 7 }, { secrets }));
    expectEqual(new Set(answers.map(({ authorization }) => authorization)).size, 1);
  },

  async certificates() {
    const { code, sent } = await failure(mistrusting.getItem, { id: 7 });
    expectEqual(sent, false);
    if (code === "unsupported-tls") {
      expectEqual((await failure(trusting.getItem, { id: 7 })).code, code);
      return "refused";
    }
    expectEqual(code, "network-error");
    expectEqual(await trusting.getItem.execute({ id: 7 }), { id: 7 });
    return "trusted";
  },

  "MCP 2026-07-28": () => findTwice(stateless.find),
  "MCP 2025-11-25": () => findTwice(sessions.find),
};

async function findTwice(tool) {
  for (const words of ["tea", "milk"]) expectEqual(await tool.execute({ words }), { result: `found ${words}` });
  const both = await Promise.all(["tea", "milk"].map((words) => tool.execute({ words })));
  expectEqual(both, [{ result: "found tea" }, { result: "found milk" }]);
}

/** What a feature is: "ok", with what it gave, or why it failed. */
export async function outcomeOf(name, settings) {
  try {
    const note = await features[name](settings);
    return note === undefined ? "ok" : `ok: ${note}`;
  } catch (error) {
    return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The outcomes of all features, or of those that `only` names. */
export async function allOutcomes(settings) {
  const outcomes = {};
  for (const name of settings.only ?? Object.keys(features)) outcomes[name] = await outcomeOf(name, settings);
  return outcomes;
}

async function failure(tool, input, context) {
  const error = await tool.execute(input, context).then(
    () => new Error("The call did not fail."),
    (thrown) => thrown,
  );
  if (!(error instanceof ToolError)) throw error;
  return error;
}

/** Throws unless `actual` is `expected`; of objects, what is expected of them. */
function expectEqual(actual, expected) {
  const plain = typeof expected === "object" && !Array.isArray(expected) && Object.keys(expected).length > 0;
  const compared = plain ? Object.fromEntries(Object.keys(expected).map((name) => [name, actual?.[name]])) : actual;
  const [found, wanted] = [JSON.stringify(compared), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`${wanted} was expected, and it is ${found}.`);
}
