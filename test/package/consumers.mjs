// Ten of GitHub's operations, used from the packed package as its users do: in plain Node, in a Vite build, in a fresh Next.js app.
// `npm run test:consumers`. Packages are installed into a folder of its own, which goes away when everything passes.
import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tryNext } from "./next-app.mjs";
import { createLog, expectEqual, freshFolder, install, node, pack, run, withServer } from "./packed.mjs";
import { compileTo, typeCheck } from "./type-check.mjs";

const chosen = [
  "issues/create",
  "issues/create-comment",
  "issues/get",
  "issues/list-for-repo",
  "pulls/get",
  "pulls/list-files",
  "repos/get",
  "repos/get-content",
  "search/code",
  "users/get-authenticated",
];
const nameOf = (id) => `github_${id.replace(/\W/g, "_")}`;
const selectors = chosen.flatMap((id) => ["--include", id]);
const issue = { number: 7, title: "It works" };

const log = createLog();
const { tarball } = pack();
log("packed");

const folder = freshFolder("consumers", {
  "package.json": { name: "consumers", private: true, type: "module" },
  "tsconfig.json": { compilerOptions: { module: "nodenext" } },
  "use-tool.ts": useTool(),
  "index.html": '<script type="module" src="/one-tool.ts"></script>',
  "one-tool.ts": `import { issuesGet } from "./generated/toolsets/github/index.js";\n\nObject.assign(globalThis, { issuesGet });\n`,
});
install(folder, [tarball, "@octokit/openapi@23.0.2", "vite@8.3.8"]);
copyFileSync(join(folder, "node_modules/@octokit/openapi/generated/api.github.com.json"), join(folder, "github.json"));
log("installed with @octokit/openapi 23.0.2 and vite 8.3.8");

run("npx", ["--no-install", "toolsetc", "compile", "--openapi", "github.json", "--out", "generated", ...selectors], { cwd: folder });
const toolset = join(folder, "generated/toolsets/github");
checkTools();
log("ten --include selectors: ten tools");

const shapes = checkShapes();
log(`${shapes.emitted} shared schemas, exactly those that the ten reach, of ${shapes.all}`);

await typeCheck(folder, ["*.ts", "generated"]);
log("no type errors: TypeScript 5.9 and 7.0, nodenext and bundler");

compileTo(folder, { outDir: "compiled", include: ["*.ts", "generated"] });
const call = await withServer(issue, (address) => ["compiled/use-tool.js", address], { cwd: folder });
const request = "GET /repos/octo/rocket/issues/7";
expectEqual(call, { status: 0, said: `10 ${nameOf("issues/get")} It works`, arrived: [request] }, "The call from plain Node");
log("plain Node: a tool calls a server");

node(["node_modules/vite/bin/vite.js", "build", "--logLevel", "error"], { cwd: folder });
const bundle = checkBundle();
log(`Vite: the bundle of one tool has ${bundle} kB and no other tool in it`);

await tryNext({ tarball, document: join(folder, "github.json"), selectors, nameOf, issue, request, log });
rmSync(folder, { recursive: true });

function checkTools() {
  expectEqual(
    readdirSync(join(toolset, "tools")).sort(),
    [...new Set(chosen.map((id) => `${id.split("/")[0]}.ts`))].sort(), // The tag of an operation begins its id.
    "The modules of tools",
  );
  const manifest = JSON.parse(readFileSync(join(toolset, "toolset.json"), "utf8"));
  const names = (Array.isArray(manifest.tools) ? manifest.tools : Object.values(manifest.tools)).map(({ name }) => name);
  expectEqual(names.sort(), chosen.map(nameOf), "The tools of the manifest");
}

/** What the ten reach is found here by a walk of the document, which knows nothing of the compiler. */
function checkShapes() {
  const document = JSON.parse(readFileSync(join(folder, "github.json"), "utf8"));
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.values(item).filter((operation) => chosen.includes(operation.operationId)),
  );
  const reached = new Set();
  for (const { parameters, requestBody, responses } of operations) {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    walk([parameters, requestBody, successes], document, new Set(), reached);
  }
  const expected = [...reached].map((key) => key.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_match, letter) => letter.toUpperCase()));
  const emitted = [...readFileSync(join(toolset, "schemas.ts"), "utf8").matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const unreached = emitted.filter((name) => !expected.includes(name));
  const missing = expected.filter((name) => !emitted.includes(name));
  expectEqual({ unreached, missing }, { unreached: [], missing: [] }, "Shared schemas");
  return { emitted: emitted.length, all: Object.keys(document.components.schemas).length };
}

function walk(value, document, seen, reached) {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    // An example may hold anything. An answer of another media type, as `application/vnd.github.object`, is no tool's output.
    if (key === "content" && child?.["application/json"]) walk(child["application/json"], document, seen, reached);
    else if (key !== "example" && key !== "examples") walk(child, document, seen, reached);
  }
  if (typeof value.$ref !== "string" || seen.has(value.$ref)) return;
  seen.add(value.$ref);
  const [, , kind, name] = value.$ref.split("/");
  if (kind === "schemas") reached.add(name);
  walk(document.components[kind][name], document, seen, reached);
}

function checkBundle() {
  const assets = join(folder, "dist/assets");
  const code = readdirSync(assets)
    .map((file) => readFileSync(join(assets, file), "utf8"))
    .join("");
  // A name may stand at the beginning of another.
  const inside = chosen.filter((id) => new RegExp(`\\b${nameOf(id)}\\b`).test(code));
  expectEqual(inside, ["issues/get"], "Tools in the bundle");
  return Math.round(code.length / 1024);
}

function useTool() {
  return `import { type IssuesGetInput, issuesGet, names, tools, type types } from "./generated/toolsets/github/index.js";

declare const process: { readonly argv: readonly string[] };

const input: IssuesGetInput = { owner: "octo", repo: "rocket", issue_number: 7 };
const issue: types.Issue = await issuesGet.execute(input, { baseUrl: process.argv[2]!, onMismatch: () => undefined });
if (tools().length !== names.length) throw new Error("Not every tool has a name.");
console.log(names.length, issuesGet.name, issue.title);
`;
}
