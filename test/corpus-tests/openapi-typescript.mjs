// The types of inputs and outputs against those of openapi-typescript, for each operation of the corpus, member by member, by TypeScript's
// own assignability both ways. It prints a table of the differences by cause, with who is right by the standard. It fails where a tool's
// input type has no value though its schema has.
// `npm run oracle:openapi-typescript`; a part of the corpus: `npm run oracle:openapi-typescript -- github stripe`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTs, { astToString } from "openapi-typescript";
import ts from "typescript";
import { parse } from "yaml";
import { causesOf, isSame, verdictOf, withoutNull } from "./type-differences.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const corpus = join(root, "../shared/corpus/openapi");
const work = join(root, ".openapi-typescript", String(process.pid));
const wanted = process.argv.slice(2);

if (!existsSync(corpus)) {
  console.log("The corpus of real documents is not beside the project: skipped.");
  process.exit(0);
}

const { compile } = await import(join(root, "dist/index.js"));
// A manifest omits the defaults of a binding.
const { toolsOf } = await import(join(root, "src/runtime/compiled/manifest.js"));
const totals = { documents: 0, refused: 0, operations: 0, members: 0, same: 0, uncallable: [] };
const causes = new Map();
rmSync(work, { recursive: true, force: true });
for (const file of readdirSync(corpus).sort()) {
  if (!/\.(json|yaml)$/.test(file) || (wanted.length > 0 && !wanted.some((part) => file.includes(part)))) continue;
  const text = readFileSync(join(corpus, file), "utf8");
  // They would fetch what stands in other files.
  if (/\$ref"?: *["']?[^"'#\s]/.test(text)) continue;
  await compareDocument(file, file.endsWith(".json") ? JSON.parse(text) : parse(text, { uniqueKeys: false, logLevel: "silent" }));
}
rmSync(work, { recursive: true, force: true });
report();
process.exitCode = totals.uncallable.length > 0 ? 1 : 0;

async function compareDocument(file, document) {
  // They read no Swagger 2.0.
  if (!String(document.openapi).startsWith("3.")) return;
  const folder = join(work, file.replace(/\.(json|yaml)$/, ""));
  const theirs = await openapiTs(structuredClone(document), { silent: true }).then(astToString, () => undefined);
  if (theirs === undefined) {
    totals.refused++;
    return;
  }
  const { manifest, diagnostics } = await compileTo(folder, file);
  if (manifest === undefined) return; // No operation became a tool.
  writeFileSync(join(folder, "theirs.ts"), theirs);
  const impossible = diagnostics.filter(({ code }) => code === "impossible-input").map(({ message }) => message);
  const isBroken = diagnostics.some(({ code }) => code === "broken-output-schema");
  const pairs = toolsOf(manifest).flatMap(pairsOf);
  const lines = [
    `import type * as theirs from "./theirs.js";`,
    `import type { allTools } from "./${manifest.path}/index.js";`,
    `import type { Tool } from "@toolsetc/runtime";`,
    'type ByName = { [T in (typeof allTools)[number] as T["name"]]: T };',
    "type Input<T> = T extends Tool<infer I> ? I : never;",
    "type Output<T> = T extends Tool<infer _, infer O> ? O : never;",
  ];
  lines.push("export type names = theirs.components extends { schemas: infer S } ? S : {};");
  for (const [at, { ours, theirs }] of pairs.entries()) lines.push(`export type o${at} = ${ours};`, `export type t${at} = ${theirs};`);
  for (const [at, { name }] of manifest.tools.entries()) lines.push(`export type i${at} = Input<ByName[${JSON.stringify(name)}]>;`);
  writeFileSync(join(folder, "check.ts"), lines.join("\n"));
  const checker = checkerOf(folder);
  totals.documents++;
  totals.operations += manifest.tools.length;
  for (const [at, pair] of pairs.entries()) compare(checker.typeOf(`o${at}`), checker.typeOf(`t${at}`), pair, { ...checker, isBroken });
  for (const [at, tool] of manifest.tools.entries()) {
    if (checker.hasValue(checker.typeOf(`i${at}`)) || impossible.some((message) => message.includes(`"${tool.id}"`))) continue;
    totals.uncallable.push(`${file} ${tool.id}`);
  }
}

async function compileTo(folder, file) {
  const text = JSON.stringify({ targets: [{ target: "typescript", out: "ts", importExtension: "js" }] });
  const read = async (path) =>
    path === "toolsetc.yaml" ? Buffer.from(text) : existsSync(join(corpus, path)) ? readFileSync(join(corpus, path)) : "absent";
  const host = { read, list: async () => ["toolsetc.yaml"] };
  const { outputs, diagnostics } = await compile(host, { input: { kind: "openapi", path: file, include: [], exclude: [] } });
  let manifest;
  for (const { path, text } of outputs.flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    if (path.endsWith("/toolset.json")) manifest = { ...JSON.parse(text), path: dirname(path) };
  }
  return { manifest, diagnostics };
}

/** What the two say of each member of a tool's input, and of its output where one answer of JSON is all it is. */
function pairsOf({ name: tool, binding }) {
  const each = `ByName[${JSON.stringify(tool)}]`;
  const operation = `theirs.paths[${JSON.stringify(binding.path)}]["${binding.method.toLowerCase()}"]`;
  const input = (name) => `Input<${each}>[${JSON.stringify(name)}]`;
  const pairs = binding.parameters
    .filter(({ from, in: place }) => from.input !== undefined && place !== "querystring")
    .map(({ name, in: place, from }) => ({
      side: "input",
      ours: input(from.input),
      theirs: `NonNullable<${operation}["parameters"]["${place}"]>[${JSON.stringify(name)}]`,
    }));
  if (binding.body !== null) {
    const body = `NonNullable<${operation}["requestBody"]>["content"][${JSON.stringify(binding.body.contentType)}]`;
    const { from } = binding.body;
    const members = from.input === undefined ? from.members : [];
    if (from.input !== undefined) pairs.push({ side: "input", ours: input(from.input), theirs: body });
    for (const { name, from } of members)
      if (from.input !== undefined) pairs.push({ side: "input", ours: input(from.input), theirs: `(${body})[${JSON.stringify(name)}]` });
  }
  const [answer, ...others] = binding.responses;
  if (others.length > 0 || answer?.body !== "json" || answer.contentType === "*/*") return pairs;
  const output = `Output<${each}>${binding.output === "result" ? '["result"]' : ""}`;
  const status = /^\d+$/.test(answer.status) ? answer.status : JSON.stringify(answer.status);
  return [
    ...pairs,
    { side: "output", ours: output, theirs: `${operation}["responses"][${status}]["content"][${JSON.stringify(answer.contentType)}]` },
  ];
}

function checkerOf(folder) {
  const runtime = { "@toolsetc/runtime": [join(root, "src/runtime/compiled/index.d.ts")] };
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
  };
  const program = ts.createProgram([join(folder, "check.ts")], { ...options, module: ts.ModuleKind.NodeNext, paths: runtime });
  const checker = program.getTypeChecker();
  const types = new Map(
    program
      .getSourceFile(join(folder, "check.ts"))
      .statements.filter(ts.isTypeAliasDeclaration)
      .map((each) => [each.name.text, each]),
  );
  const place = [...types.values()][0];
  const typeOf = (name) => withoutNull(checker.getTypeAtLocation(types.get(name).type), checker);
  const schemas = checker.getPropertiesOfType(typeOf("names"));
  const theirNames = new Map(schemas.map((each) => [withoutNull(checker.getTypeOfSymbolAtLocation(each, place), checker), each.name]));
  return { checker, place, typeOf, theirNames, hasValue: (type) => hasValue(type, checker, place, new Set()) };
}

/** Whether anything can be assigned: not where `never` is required. */
function hasValue(type, checker, place, open) {
  if (type.flags & ts.TypeFlags.Never) return false;
  if (type.isUnion()) return type.types.some((each) => hasValue(each, checker, place, open));
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || open.has(type) || checker.isArrayType(type)) return true;
  const within = new Set([...open, type]);
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  return checker.getPropertiesOfType(type).every((property) => {
    if (property.flags & ts.SymbolFlags.Optional) return true;
    const own = checker.getTypeOfSymbolAtLocation(property, place);
    return hasValue(own, checker, place, within) && !(index !== undefined && index.flags & ts.TypeFlags.Never);
  });
}

function compare(ours, theirs, { side, theirs: place }, { checker, place: node, theirNames, isBroken }) {
  totals.members++;
  if (isSame(ours, theirs, checker)) {
    totals.same++;
    return;
  }
  for (const [cause, trail] of causesOf(ours, theirs, { checker, place: node, theirNames, isBroken })) {
    const { input = 0, output = 0, first = `${place} ${trail}`.trim() } = causes.get(cause) ?? {};
    causes.set(cause, { input: input + Number(side === "input"), output: output + Number(side === "output"), first });
  }
}

function report() {
  const { documents, refused, operations, members, same, uncallable } = totals;
  console.log(
    `${documents} documents, ${operations} operations, ${members} members and answers compared, ${same} the same; ${refused} documents they refuse\n`,
  );
  console.log("| inputs | outputs | cause | right by the standard | first at |\n|---|---|---|---|---|");
  for (const [cause, { input, output, first }] of [...causes].sort(([, a], [, b]) => b.input + b.output - a.input - a.output))
    console.log(`| ${input} | ${output} | ${cause} | ${verdictOf(cause) ?? "open"} | \`${first.replaceAll("|", "\\|")}\` |`);
  console.log(`\n${uncallable.length} tools whose input type has no value though their schema has`);
  for (const tool of uncallable) console.log(`  ${tool}`);
}
