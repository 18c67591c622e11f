import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Toolset } from "../../ir/ir.ts";
import { closure } from "../../schema/closure.ts";
import { impossibleBounds, impossibleMembers, valuesOfAnotherType } from "../../schema/codes.ts";
import type { Impossible, ImpossibleFinder } from "../../schema/reason/find-impossible.ts";
import { createImpossiblePartFinder } from "../../schema/reason/find-impossible-parts.ts";
import type { SchemaLibrary } from "../../schema/schema-library.ts";
import { type Origin, pointerOf } from "../../source/tree.ts";
import { impossibleInput } from "./codes.ts";
import { detailsOf } from "./uncallable.ts";

/** The codes of findings about schemas that already say why no value fits. */
const ofSchemas: ReadonlySet<string> = new Set([impossibleBounds, impossibleMembers, valuesOfAnotherType].map(({ code }) => code));

/**
 * Reports the parts of inputs that no value fits, such as an optional body or an alternative, where other inputs of the tool are valid. Each
 * cause is reported once, and not if a finding about the toolset's schemas or about a whole input already says it.
 */
export function impossibleParts(
  toolset: Toolset,
  finder: ImpossibleFinder,
  { diagnostics, reasoning }: Pick<SchemaLibrary, "diagnostics" | "reasoning">,
): Diagnostic[] {
  const { tools, schemas } = toolset;
  const findParts = createImpossiblePartFinder(finder, reasoning);
  const whole = tools.map((tool) => ({ tool, impossible: finder.find(tool.input) }));
  const callable = whole.flatMap(({ tool, impossible }) => (impossible === undefined ? [tool] : []));
  const shared = closure(
    schemas,
    callable.map(({ input }) => input.json),
  );
  const found = [
    ...callable.flatMap((tool) => findParts(tool.input).map((each) => ({ ...each, within: tool }))),
    ...[...schemas].flatMap(([name, schema]) => (shared.has(name) ? findParts(schema).map((each) => ({ ...each, within: name })) : [])),
  ];
  if (found.length === 0) return [];

  const keyOf = createOriginKeys();
  const reported = new Set<string>();
  for (const { code, place } of diagnostics()) if (ofSchemas.has(code) && "path" in place) reported.add(keyOf(place));
  const report = ({ causes }: Impossible) => {
    for (const cause of causes) reported.add(keyOf(cause));
  };
  for (const { impossible } of whole) if (impossible !== undefined) report(impossible);
  const reached = callable.map((tool) => ({ tool, names: closure(schemas, [tool.input.json]) }));
  return grouped(found, ({ impossible }) => keyOf(impossible.origin)).flatMap(([first, ...others]) => {
    const { part, impossible } = first;
    if (impossible.causes.some((cause) => reported.has(keyOf(cause)))) return [];
    report(impossible);
    const within = [first, ...others].map((each) => each.within);
    const ids = reached.flatMap(({ tool, names }) =>
      within.some((each) => each === tool || (typeof each === "string" && names.has(each))) ? [tool.id] : [],
    );
    return [diagnostic(impossibleInput, { tools: ids, part, why: impossible.why }, impossible.origin, detailsOf(ids, toolset))];
  });
}

/** The items with the same key, in the order of the first of each. Several tools may have the same body. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function createOriginKeys(): (origin: Origin) => string {
  const trees = new Map<Origin["tree"], number>();
  return ({ tree, path }) => {
    const number = trees.get(tree) ?? trees.size;
    trees.set(tree, number);
    return `${number} ${pointerOf(path)}`;
  };
}
