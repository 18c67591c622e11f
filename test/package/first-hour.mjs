// The first hour of three kinds of users, from the packed tarball in a folder of their own: how many commands, how many seconds. Then the
// README as it is written, with the oldest Node and with one that runs TypeScript.
// `npm run test:first-hour`; it needs git, and npm's cache or its registry. An argument is a tarball that is there already.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expectEqual, manifest, pack, project, run, writeFiles } from "./packed.mjs";
import { followReadme } from "./readme.mjs";

const env = {
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_prefer_offline: "true",
  npm_config_update_notifier: "false",
  GIT_AUTHOR_NAME: "User",
  GIT_AUTHOR_EMAIL: "user@example.com",
  GIT_COMMITTER_NAME: "User",
  GIT_COMMITTER_EMAIL: "user@example.com",
};
const sdk = `ai@${manifest.devDependencies.ai}`;
const tarball = process.argv[2] === undefined ? pack().tarball : resolve(process.argv[2]);

// Not below this project, since npm would take it for the user's.
const work = mkdtempSync(join(tmpdir(), "toolsetc-first-hour-"));

try {
  developer();
  platformEngineer();
  appEngineer();
  for (const version of ["20.20.2", "22.23.3"]) await reader(version);
} finally {
  rmSync(work, { recursive: true });
}

/** From an empty folder to ten typed tools and a call that a model makes through the AI SDK. */
function developer() {
  const folder = newFolder("developer", { "shop.openapi.json": shop(10), "agent.mts": agent() });
  const user = startUser("a tool call through the AI SDK, with --save", folder);
  user.types(`npm install ${tarball} ${sdk} tsx@4.20.6`);
  user.types("npx toolsetc compile -i shop.openapi.json --save");
  expectEqual(user.types("npx tsx agent.mts").trim(), "10 tools, the model called shop_list_3 and read: three", "The agent");
  user.reports();

  rmSync(join(folder, "generated"), { recursive: true });
  for (const path of ["toolsetc.yaml", "toolsets"]) rmSync(join(folder, path), { recursive: true });
  const other = startUser("the same with init, after the installation", folder);
  other.types("npx toolsetc init shop.openapi.json");
  other.types("npx toolsetc compile");
  other.types("npx tsx agent.mts");
  other.reports();
}

/** A pull request that forgets to compile is red, and green when it has. The job is the one that `init` wrote, run in a fresh clone. */
function platformEngineer() {
  const folder = newFolder("platform", {
    "package.json": { name: "shop", private: true, type: "module" },
    ".gitignore": "node_modules\n",
    "shop.openapi.json": shop(3),
  });
  git(folder, "init --quiet --initial-branch main");
  const user = startUser("a red, then a green run of the CI", folder);
  user.types(`npm install --save-dev ${tarball}`);
  user.types("npx toolsetc init --yes");
  user.types("npx toolsetc compile");
  user.types("git add --all");
  user.types("git commit --quiet --message tools");
  git(folder, "switch --quiet --create more");
  writeFiles(folder, { "shop.openapi.json": shop(4) });
  user.types("git commit --quiet --all --message more");
  expectEqual(statusOfJob(folder, "more"), 1, "The job before compiling");
  user.types("npm run --silent toolsets");
  user.types("git add --all");
  user.types("git commit --quiet --message compiled");
  expectEqual(statusOfJob(folder, "more"), 0, "The job after compiling");
  user.reports();
}

/** An exported app is checked, promoted from dev to prod, and exported again. */
function appEngineer() {
  const example = join(project, "examples/exported-app");
  const folder = newFolder("app", { "package.json": { name: "app", private: true } });
  cpSync(join(example, "app"), join(folder, "app"), { recursive: true });
  cpSync(join(example, "environments/prod.json"), join(folder, "environments/prod.json"));
  const user = startUser("an app from dev to prod, and exported again", folder);
  user.types(`npm install --save-dev ${tarball}`);
  // As it comes from the service: with the values of dev in its place.
  cpSync(join(example, "environments/dev.json"), join(folder, "app/environment.json"));
  const exported = readFileSync(join(folder, "app/toolsets/forecasts/forecasts.yaml"), "utf8");
  user.types("npx toolsetc init app");
  user.types("npx toolsetc validate");
  user.types("npx toolsetc import --env environments/prod.json");
  const promoted = readFileSync(join(folder, "app/toolsets/forecasts/forecasts.yaml"), "utf8");
  if (promoted === exported) throw new Error("The app has no values of prod.");
  user.types("npx toolsetc export --to environments/prod.json");
  expectEqual(readFileSync(join(folder, "app/toolsets/forecasts/forecasts.yaml"), "utf8"), exported, "The app after the export");
  user.reports();
}

/** The README's first five minutes with a version of Node. */
async function reader(version) {
  const start = performance.now();
  const home = newFolder(`node-${version}`, { "package.json": { private: true } });
  run("npm", ["install", `node@${version}`], { cwd: home, env });
  const used = await followReadme({ tarball, folder: join(work, `reader-${version}`), bin: join(home, "node_modules/.bin") });
  expectEqual(used, `v${version}`, "The version of Node");
  console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  the README as written, with Node ${version}`);
}

/** Counts the commands and the time of a user. */
function startUser(goal, cwd) {
  let commands = 0;
  const start = performance.now();
  return {
    types(command) {
      commands++;
      return run("sh", ["-c", command], { cwd, env });
    },
    reports() {
      console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${commands} commands  ${goal}`);
    },
  };
}

/** The exit code of the workflow's commands in a fresh clone, as GitHub would run them for a pull request into main. */
function statusOfJob(folder, branch) {
  // Beside the repository, since its package.json has a relative path to the tarball.
  const clone = newFolder("clone", {});
  rmSync(clone, { recursive: true, force: true });
  git(folder, `clone --quiet --branch ${branch} ${folder} ${clone}`);
  const workflow = readFileSync(join(clone, ".github/workflows/toolsets.yml"), "utf8");
  const commands = Array.from(workflow.matchAll(/^ +- run: (.+)$/gm), ([, command]) => command);
  if (commands.length < 2) throw new Error("The workflow has no commands.");
  const summary = join(work, "summary.md");
  writeFileSync(summary, "");
  const { status, stdout } = spawnSync("bash", ["-e", "-c", commands.join("\n")], {
    cwd: clone,
    encoding: "utf8",
    env: { ...process.env, ...env, GITHUB_BASE_REF: "main", GITHUB_STEP_SUMMARY: summary },
  });
  if (status !== 0 && !stdout.includes("::error")) throw new Error(`The job has no annotation:\n${stdout}`);
  if (!existsSync(summary) || readFileSync(summary, "utf8") === "") throw new Error("The job has no summary.");
  return status;
}

function newFolder(name, files) {
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, files);
  return folder;
}

function git(cwd, line) {
  run("git", line.split(" "), { cwd, env });
}

function shop(operations) {
  const paths = Array.from({ length: operations }, (_, index) => [
    `/lists/${index}`,
    {
      get: {
        operationId: `list_${index}`,
        summary: `Read list ${index}.`,
        parameters: [{ name: "limit", in: "query", description: "How many.", schema: { type: "integer" } }],
        responses: {
          200: {
            description: "The list.",
            content: { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } },
          },
        },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    paths: Object.fromEntries(paths),
  };
}

function agent() {
  return `import { createServer } from "node:http";
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { aiSdk } from "toolsetc/ai-sdk";
import { tools } from "./generated/toolsets/shop/index.ts";

const service = createServer((request, response) => response.setHeader("content-type", "application/json").end('{"name":"three"}'));
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
const address = service.address();
const baseUrl = \`http://127.0.0.1:\${typeof address === "object" ? address?.port : ""}\`;

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const call = { type: "tool-call", toolCallId: "1", toolName: "shop_list_3", input: '{"limit":1}' };
const steps = [
  { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] },
  { content: [{ type: "text", text: "Done." }], finishReason: { unified: "stop" }, usage, warnings: [] },
];
const model = new MockLanguageModelV4({ doGenerate: async () => steps.shift() as never });
const shop = tools({ baseUrl });
const { steps: done } = await generateText({ model, ...aiSdk(shop), stopWhen: isStepCount(3), prompt: "Read list 3." });
const [result] = done.flatMap((step) => step.toolResults);
const { name } = result?.output as { name: string };
console.log(\`\${shop.length} tools, the model called \${result?.toolName} and read: \${name}\`);
service.close();
`;
}
