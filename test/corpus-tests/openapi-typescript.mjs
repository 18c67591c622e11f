// The types of inputs and outputs against those of openapi-typescript, for each operation of the corpus, member by member, by TypeScript's
// own assignability both ways. It counts the differences by cause, and fails where a tool's input type has no value though its schema has.
// `npm run oracle:openapi-typescript`. A part of the corpus: `npm run oracle:openapi-typescript -- github stripe`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTs, { astToString } from "openapi-typescript";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));
const corpus = join(root, "../shared/corpus/openapi");
const work = join(root, ".openapi-typescript");
const wanted = process.argv.slice(2);

if (!existsSync(corpus)) {
  console.log("The corpus of real documents is not beside the project: skipped.");
  process.exit(0);
}

const { compile } = await import(join(root, "dist/index.js"));
const totals = { documents: 0, refused: 0, operations: 0, members: 0, same: 0, uncallable: [] };
const causes = new Map();
rmSync(work, { recursive: true, force: true });
for (const file of readdirSync(corpus).sort()) {
  if (!file.endsWith(".json") || (wanted.length > 0 && !wanted.some((part) => file.includes(part)))) continue;
  await compareDocument(file, JSON.parse(readFileSync(join(corpus, file), "utf8")));
}
rmSync(work, { recursive: true, force: true });
report();
process.exitCode = totals.uncallable.length > 0 ? 1 : 0;

async function compareDocument(file, document) {
  // They read no Swagger 2.0.
  if (!String(document.openapi).startsWith("3.")) return;
  const folder = join(work, file.replace(/\.json$/, ""));
  const theirs = await openapiTs(structuredClone(document), { silent: true }).then(astToString, () => undefined);
  if (theirs === undefined) {
    totals.refused++;
    return;
  }
  const { manifest, diagnostics } = await compileTo(folder, file);
  writeFileSync(join(folder, "theirs.ts"), theirs);
  const impossible = diagnostics.filter(({ code }) => code === "impossible-input").map(({ message }) => message);
  const pairs = manifest.tools.flatMap(pairsOf);
  const lines = [
    `import type * as theirs from "./theirs.js";`,
    `import type { allTools } from "./${manifest.path}/index.js";`,
    `import type { Tool } from "toolsetc/runtime";`,
    'type ByName = { [T in (typeof allTools)[number] as T["name"]]: T };',
    "type Input<T> = T extends Tool<infer I> ? I : never;",
    "type Output<T> = T extends Tool<infer _, infer O> ? O : never;",
  ];
  for (const [at, { ours, theirs }] of pairs.entries()) lines.push(`export type o${at} = ${ours};`, `export type t${at} = ${theirs};`);
  for (const [at, { name }] of manifest.tools.entries()) lines.push(`export type i${at} = Input<ByName[${JSON.stringify(name)}]>;`);
  writeFileSync(join(folder, "check.ts"), lines.join("\n"));
  const checker = checkerOf(folder);
  totals.documents++;
  totals.operations += manifest.tools.length;
  for (const [at, pair] of pairs.entries()) compare(checker.typeOf(`o${at}`), checker.typeOf(`t${at}`), pair, checker);
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
  let manifest = { tools: [], path: "" };
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
  const runtime = { "toolsetc/runtime": [join(root, "dist/runtime/index.d.ts")] };
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
  const typeOf = (name) => checker.getNonNullableType(checker.getTypeAtLocation(types.get(name).type));
  return { checker, place, typeOf, hasValue: (type) => hasValue(type, checker, place, new Set()) };
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

function compare(ours, theirs, { side, theirs: theirType }, { checker, place }) {
  totals.members++;
  if (isSame(ours, theirs, checker)) {
    totals.same++;
    return;
  }
  const found = new Set();
  findCauses(ours, theirs, { checker, place, side, found, passed: new Set() });
  if (found.size === 0) found.add("only the whole differs");
  for (const cause of found) {
    const key = `${side} | ${cause}`;
    const { count = 0, example = theirType } = causes.get(key) ?? {};
    causes.set(key, { count: count + 1, example });
  }
}

function isSame(a, b, checker) {
  return checker.isTypeAssignableTo(a, b) && checker.isTypeAssignableTo(b, a);
}

/** Walks into both until a difference has a reason. */
function findCauses(ours, theirs, walk) {
  const { checker, place, found, passed } = walk;
  const key = `${ours.id} ${theirs.id}`;
  if (passed.has(key) || passed.size > 5000 || isSame(ours, theirs, checker)) return;
  passed.add(key);
  const [one, other] = [checker.getNonNullableType(ours), checker.getNonNullableType(theirs)];
  if (hasNull(ours) !== hasNull(theirs)) found.add(hasNull(ours) ? "ours: null is allowed" : "theirs: null is allowed");
  if (one.flags & ts.TypeFlags.Never) found.add("ours: never");
  else if (other.flags & ts.TypeFlags.Never) found.add("theirs: never");
  else if (one.flags & ts.TypeFlags.Unknown) found.add("ours: unknown");
  else if (other.flags & ts.TypeFlags.Unknown) found.add("theirs: unknown");
  else if (isEmptyRecord(other, checker) && !isEmptyRecord(one, checker))
    found.add("theirs: an object of which nothing is said has no members");
  else if (isEmptyRecord(one, checker) && !isEmptyRecord(other, checker)) found.add("ours: an object has no members");
  else if (checker.isTupleType(other) && !checker.isTupleType(one)) found.add("theirs: a count of items makes a tuple");
  else if (checker.isArrayType(one) && checker.isArrayType(other))
    findCauses(checker.getTypeArguments(one)[0], checker.getTypeArguments(other)[0], walk);
  else if (one.isUnion() || other.isUnion()) alternatives(one, other, walk);
  else if (isObject(one) && isObject(other)) members(one, other, walk);
  else found.add(`${kindOf(one, checker)} against ${kindOf(other, checker)}`);

  function members(a, b) {
    const [left, right] = [a, b].map((type) => new Map(checker.getPropertiesOfType(type).map((each) => [each.name, each])));
    for (const [name, own] of left) {
      const their = right.get(name);
      if (their === undefined) {
        found.add(
          checker.getIndexTypeOfType(b, ts.IndexKind.String)
            ? "theirs: a named member is only in the index signature"
            : "theirs: a member is missing",
        );
        continue;
      }
      const [isOptional, isTheirOptional] = [own, their].map(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0);
      if (isOptional && !isTheirOptional)
        found.add(isDefaulted(their) ? "theirs: what has a default is required" : "theirs: required, optional here");
      if (!isOptional && isTheirOptional) found.add("ours: required, optional there");
      findCauses(checker.getTypeOfSymbolAtLocation(own, place), checker.getTypeOfSymbolAtLocation(their, place), walk);
    }
    for (const name of right.keys()) if (!left.has(name)) found.add("ours: a member is missing");
    const [index, theirIndex] = [a, b].map((type) => checker.getIndexTypeOfType(type, ts.IndexKind.String));
    if (index !== undefined && theirIndex !== undefined) findCauses(index, theirIndex, walk);
    else if (index !== undefined) found.add("ours: an index signature");
    else if (theirIndex !== undefined) found.add("theirs: an index signature");
  }

  function alternatives(a, b) {
    const [left, right] = [a, b].map((type) => (type.isUnion() ? type.types : [type]));
    if (left.some(isBlob) || right.some(isBlob)) return found.add("ours: a file is given as bytes");
    const alone = left.filter((type) => !right.some((each) => isSame(type, each, checker)));
    const theirAlone = right.filter((type) => !left.some((each) => isSame(type, each, checker)));
    if (alone.length === 1 && theirAlone.length === 1) {
      for (const [at, type] of alone.entries()) findCauses(type, theirAlone[at], walk);
      return;
    }
    if ([...left, ...right].every((type) => !isObject(type))) return found.add("other values are listed");
    found.add("unions of other lengths");
  }
}

function hasNull(type) {
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & ts.TypeFlags.Null);
}

function isObject(type) {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}

function isBlob(type) {
  return type.symbol?.name === "Blob";
}

function isEmptyRecord(type, checker) {
  const index = isObject(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.String) : undefined;
  return index !== undefined && (index.flags & ts.TypeFlags.Never) !== 0;
}

/** They write what a schema says as tags of the comment. */
function isDefaulted(symbol) {
  return symbol.getJsDocTags().some(({ name }) => name === "default");
}

function kindOf(type, checker) {
  if (checker.isArrayType(type) || checker.isTupleType(type)) return "an array";
  return isObject(type)
    ? "an object"
    : type.isLiteral()
      ? `a literal ${checker.typeToString(checker.getBaseTypeOfLiteralType(type))}`
      : checker.typeToString(type);
}

function report() {
  const { documents, refused, operations, members, same, uncallable } = totals;
  console.log(
    `${documents} documents, ${operations} operations, ${members} members and answers compared, ${same} the same; ${refused} documents they refuse`,
  );
  for (const [cause, { count, example }] of [...causes].sort((a, b) => b[1].count - a[1].count))
    console.log(`${String(count).padStart(7)}  ${cause}; first at ${example}`);
  console.log(`${uncallable.length} tools whose input type has no value though their schema has`);
  for (const tool of uncallable) console.log(`  ${tool}`);
}
