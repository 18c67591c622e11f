// "The first five minutes" of the README as a new user follows them: its commands and its programs as they are written there, in an empty
// folder, with a shop on the loopback address.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { expectEqual, manifest, project, writeFiles } from "./packed.mjs";
import { firstFiveMinutes } from "./readme-steps.mjs";

const env = {
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_prefer_offline: "true",
  npm_config_update_notifier: "false",
  // The user agrees when `npx tsx` asks whether to install it.
  npm_config_yes: "true",
  SHOP_KEY: "sesame",
};
const openOrders = [{ id: 7, total: 12.5 }];

/** `bin` is the folder of the `node` that runs everything; `folder` is created, and not below another project. */
export async function followReadme({ tarball, folder, bin }) {
  const { commands, orders, agent, definition, runs, ci } = firstFiveMinutes(readFileSync(join(project, "README.md"), "utf8"));
  const shop = await startShop();
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, { "shop.openapi.yaml": documentOf(shop.address) });
  const path = `${bin}:${process.env.PATH}`;
  const type = (command) => shell(command, { cwd: folder, env: { ...process.env, NO_COLOR: "1", ...env, PATH: path } });
  try {
    const version = (await type("node --version")).trim();
    const printed = {};
    for (const command of commands) printed[command.split(" ").slice(0, 3).join(" ")] = await type(withPackages(command, tarball));
    expectContains(printed["npx toolsetc list"], "listOrders", "The search");
    expectContains(printed["npx toolsetc compile"], 'from "./generated/toolsets/shop/index.ts";', "The import statement of compile");
    const written = parse(readFileSync(join(folder, "toolsets/shop.yaml"), "utf8"));
    expectEqual(written, parse(definition), "The definition that init has written");

    writeFiles(folder, { "orders.ts": orders });
    const run = version.localeCompare("v22.18", "en", { numeric: true }) < 0 ? runs.before : runs.since;
    const call = await type(run);
    expectEqual(call.trim(), "[ { id: 7, total: 12.5 } ]", "The first typed call prints");
    expectEqual(shop.takeArrived(), ["GET /orders?status=open sesame"], "The first typed call");

    await type(`npm install ai@${manifest.devDependencies.ai}`);
    writeFiles(folder, { "agent.ts": `import { model } from "./model.ts";\n${agent}console.log(text);\n`, "model.ts": model() });
    const answer = await type(run.replace("orders.ts", "agent.ts"));
    expectEqual(answer.trim(), "One order is open.", "The agent prints");
    expectEqual(shop.takeArrived(), ["GET /orders?status=open sesame"], "The call of the agent");

    await type(ci);
    return version;
  } finally {
    shop.close();
  }
}

/** The package of this folder in place of the published one, as the README says of a clone. */
function withPackages(command, tarball) {
  return command.replace(/^npm install toolsetc\b/, `npm install ${tarball}`);
}

function documentOf(address) {
  const document = readFileSync(join(project, "test/documentation/shop/shop.openapi.yaml"), "utf8");
  return document.replace(/servers: .+/, `servers: [{ url: ${address} }]`);
}

async function startShop() {
  let arrived = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url} ${request.headers["x-api-key"]}`);
    response.setHeader("content-type", "application/json").end(JSON.stringify(openOrders));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close(),
    takeArrived() {
      const taken = arrived;
      arrived = [];
      return taken;
    },
  };
}

/** Like `run`, without waiting in the thread in which the shop answers. */
async function shell(command, options) {
  const child = spawn("sh", ["-c", command], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (status !== 0) throw new Error(`${command} ended with ${status} in ${options.cwd}:\n${stdout}\n${stderr}`);
  return stdout;
}

function expectContains(printed, wanted, what) {
  if (!printed?.includes(wanted)) throw new Error(`${what}: ${wanted} was expected in:\n${printed}`);
}

function model() {
  return `import { MockLanguageModelV4 } from "ai/test";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const call = { type: "tool-call", toolCallId: "1", toolName: "shop_listOrders", input: '{"status":"open"}' };
const steps = [
  { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] },
  { content: [{ type: "text", text: "One order is open." }], finishReason: { unified: "stop" }, usage, warnings: [] },
];
export const model = new MockLanguageModelV4({ doGenerate: async () => steps.shift() as never });
`;
}
