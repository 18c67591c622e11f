// What npm would publish, tried as a user gets it. `npm run test:package`.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { importsOf } from "../../scripts/imports-of.mjs";
import { createLog, expectEqual, freshFolder, install, manifest, node, pack, packRuntime, project, run, withServer } from "./packed.mjs";
import { tryPublished } from "./published.mjs";
import { compileTo, typeCheck } from "./type-check.mjs";

const log = createLog();

const packed = pack();
log(`packed: ${packed.files.length} files, ${kilobytes(packed.bytes)}, unpacked ${kilobytes(packed.unpacked)}`);

const texts = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"];
const bundled = /^node_modules\/@toolsetc\/runtime\//;
const listed = run("git", ["ls-files", "docs", "examples"], { cwd: project }).trim().split("\n");
const pages = packed.files.filter((path) => /^(?:docs|examples)\//.test(path));
expectEqual(pages.sort(), listed.sort(), "Published pages and examples");
const others = packed.files.filter(
  (path) =>
    (!pages.includes(path) && !bundled.test(path) && !/^dist\/(?:.+(?:\.js|\.d\.ts)|schemas\/.+\.json|bin\/help\.json)$/.test(path)) ||
    /^dist\/(?:build\/|.+\.test\.)/.test(path),
);
expectEqual(others.sort(), texts, "Published beside dist, docs and examples");
log("published are dist, the pages, the examples and the five texts, no test and nothing of the build");

const notAscii = packed.files.filter(
  (path) => /^dist\/bin\/.+\.js$/.test(path) && /[^\0-\x7f]/.test(readFileSync(join(project, path), "utf8")),
);
expectEqual(notAscii, [], "Files of the command line that Node would keep with two bytes a character");

await lint();
log("publint has nothing to say");

const folder = freshFolder("consumer", {
  "package.json": { name: "consumer", private: true, type: "module" },
  // The compiler writes imports as this resolves them; `.js` is understood by both ways.
  "tsconfig.json": { compilerOptions: { module: "nodenext" } },
  "shop.json": shop(),
  "use-compiler.ts": useCompiler(),
  "use-tool.ts": useTool(),
});
install(folder, [packed.tarball]);
checkProduction();
const installed = run("du", ["-sk", "node_modules"], { cwd: folder }).split("\t")[0];
log(`installed: ${installed} kB with its dependencies`);

checkImports();
log("every import is of a declared package, and every dependency is imported");

expectEqual(run("npx", ["--no-install", "toolsetc", "--version"], { cwd: folder }).trim(), manifest.version, "toolsetc --version");
run("npx", ["--no-install", "toolsetc", "compile", "--openapi", "shop.json", "--out", "generated"], { cwd: folder });
log("npx toolsetc --version and compile --openapi");

await typeCheck(folder, ["*.ts", "generated"]);
log("no type errors: TypeScript 5.9 and 7.0, nodenext and bundler, skipLibCheck off");

compileTo(folder, { outDir: "compiled", include: ["*.ts", "generated"] });
node(["compiled/use-compiler.js"], { cwd: folder });
await callTool();
log("plain Node: the compiler and a generated tool are imported, and the tool calls a server");

await tryPublished({ compiler: folder, document: shop(), tarball: packed.tarball, log });

async function lint() {
  const tarball = readFileSync(packed.tarball);
  const { messages, pkg } = await publint({
    pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) },
    strict: true,
  });
  if (messages.length > 0) throw new Error(messages.map((message) => formatMessage(message, pkg)).join("\n"));
}

/** What generated code needs in production: one package of at most 1.5 MB. No registry is asked. */
function checkProduction() {
  const library = packRuntime();
  const unwanted = library.files.filter((path) => !/^compiled\/.+(?:\.js|\.d\.ts)$|^(?:LICENSE|README\.md|package\.json)$/.test(path));
  expectEqual(unwanted, [], "Published beside the modules of the run-time library");
  const production = freshFolder("production", { "package.json": { name: "production", private: true, type: "module" } });
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", library.tarball], { cwd: production });
  const packages = run("npm", ["ls", "--all", "--parseable"], { cwd: production }).trim().split("\n").slice(1);
  const names = packages.map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expectEqual(names.sort(), ["@toolsetc/runtime"], "Packages in production");
  const files = readdirSync(join(production, "node_modules"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  if (bytes > 1_500_000) throw new Error(`In production, ${bytes} bytes are installed.`);
  log(`in production: ${names.length} packages, ${files.length} files, ${bytes} bytes, offline`);
}

function checkImports() {
  const at = join(folder, "node_modules", manifest.name);
  const used = new Set();
  const ofLibrary = "node_modules/@toolsetc/runtime/compiled/";
  for (const path of packed.files.filter((each) => each.startsWith("dist/") || each.startsWith(ofLibrary))) {
    const text = readFileSync(join(at, path), "utf8");
    const imported = importsOf(path, text);
    const required = [...text.matchAll(/createRequire\(import\.meta\.url\)\("([^"]+)"\)/g)].map(([, name = ""]) => name);
    for (const fileName of [...imported, ...required]) {
      if (fileName.startsWith(".") || isBuiltin(fileName)) continue;
      const name = fileName.split("/", fileName.startsWith("@") ? 2 : 1).join("/");
      if (path.startsWith(ofLibrary) && !Object.hasOwn(manifest.peerDependenciesMeta, name)) throw new Error(`${path} imports ${name}.`);
      used.add(name);
    }
  }
  // An adapter whose objects are plain imports nothing of the SDK that it is for.
  const peers = Object.keys(manifest.peerDependenciesMeta);
  expectEqual(
    [...used].filter((name) => !peers.includes(name)).sort(),
    Object.keys(manifest.dependencies).sort(),
    "Packages that dist imports",
  );
}

async function callTool() {
  const call = await withServer({ id: 7, total: 12.5 }, (address) => ["compiled/use-tool.js", address], { cwd: folder });
  expectEqual(call, { status: 0, said: "shop_getOrder 12.5", arrived: ["GET /v1/orders/7"] }, "The call");
}

function shop() {
  const order = { type: "object", required: ["id", "total"], properties: { id: { type: "integer" }, total: { type: "number" } } };
  const path = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const answer = { description: "The order.", content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example/v1" }],
    paths: {
      "/orders/{id}": {
        get: { operationId: "getOrder", description: "One order.", parameters: [path], responses: { 200: answer } },
      },
    },
    components: { schemas: { Order: order } },
  };
}

function useCompiler() {
  return `import { type CompileOptions, diagnosticCodes, compile, type Host } from "toolsetc";

const host: Host = { read: async () => "absent", list: async () => [] };
export const run = (options: CompileOptions) => compile(host, options);
if (diagnosticCodes.length < 10) throw new Error("Codes are missing.");
`;
}

function useTool() {
  return `import type { Tool } from "toolsetc/runtime";
import { getOrder, type GetOrderInput, type GetOrderOutput, names, tools } from "./generated/toolsets/shop/index.js";

declare const process: { readonly argv: readonly string[] };

const input: GetOrderInput = { id: 7 };
const all: readonly Tool[] = tools({ baseUrl: \`\${process.argv[2]}/v1\` });
const [bound] = tools({ baseUrl: \`\${process.argv[2]}/v1\` });
const answer: GetOrderOutput = await bound.execute(input);
// @ts-expect-error The id is a number.
const wrong: GetOrderInput = { id: "7" };
if (all.length !== names.length || bound.name !== getOrder.name || wrong.id === input.id) throw new Error("The tools are not what they were compiled to.");
console.log(names[0], answer.total);
`;
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1024)} kB`;
}
