import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import { originOf } from "../schema/origin-of.ts";
import { isArray, isObject, member } from "../source/json/json.ts";
import { originOfKey, originOfValue, type Place, valueAt } from "../source/tree.ts";
import { addressesOf } from "./addresses.ts";
import { appNames } from "./ces/app-names.ts";
import type { ProjectContext, RuleContext, RunnableRule, VisitedApp, VisitedParameter, VisitedText, Visitors } from "./rule.ts";
import { textOfSchema, unusualNames, visitSchemas, visitStrings } from "./visit-schemas.ts";

type Kind = keyof Visitors<unknown>;
type Visited<K extends Kind> = Parameters<NonNullable<Visitors<unknown>[K]>>[0];

/** Runs rules about the project as a whole. */
export function runProjectRules(rules: readonly RunnableRule[], context: ProjectContext): Diagnostic[] {
  return rules.flatMap(({ visitors }) => visitors.project?.(context) ?? []);
}

/** Runs all rules except those about the project as a whole, in one pass over definitions, documents and toolsets. */
export function runRulesOn(rules: readonly RunnableRule[], toolsets: readonly Toolset[], context: RuleContext): Diagnostic[] {
  const found: Diagnostic[] = [];

  /**
   * Returns a function that runs all rules about one kind of item, such as tools; `undefined` if there are no such rules, so that these
   * items are not visited.
   */
  function visitor<K extends Exclude<Kind, "project">>(
    kind: K,
  ): ((visited: Visited<K>, tool?: Tool, toolset?: Toolset) => void) | undefined {
    type Visit = (visited: Visited<K>, context: RuleContext) => readonly Diagnostic[];
    // The cast is safe: `visitors` has a function for `kind` at `kind`. TypeScript cannot tell which of them, since `K` is not known yet.
    const visits = rules.flatMap(({ visitors }) => (visitors[kind] as Visit | undefined) ?? []);
    if (visits.length === 0) return undefined;
    return (visited, tool, toolset) => {
      for (const visit of visits) {
        const diagnostics = visit(visited, context);
        // Most rules find nothing in most items.
        if (diagnostics.length === 0) continue;
        for (const each of diagnostics) found.push({ ...each, toolset: each.toolset ?? toolset?.name, tool: each.tool ?? tool?.id });
      }
    };
  }

  const visitApp = visitor("app");
  if (visitApp !== undefined) visitAll(visitedApps(context), visitApp);
  visitAll(context.definitions, visitor("definition"));
  const visitAddress = visitor("address");
  if (visitAddress !== undefined) for (const definition of context.definitions) visitAll(addressesOf(definition, context), visitAddress);
  visitAll(new Set(context.definitions.flatMap((definition) => context.documentOf(definition) ?? [])), visitor("document"));
  const visit = { toolset: visitor("toolset"), tool: visitor("tool"), parameter: visitor("parameter"), text: visitor("text") };
  const visitNames = visitor("names");
  const visitString = visitor("string");
  for (const toolset of toolsets) {
    visit.toolset?.(toolset, undefined, toolset);
    if (visit.text !== undefined) for (const text of textsOfToolset(toolset)) visit.text(text, undefined, toolset);
    for (const tool of toolset.tools) {
      visit.tool?.({ tool, toolset }, tool, toolset);
      if (visit.parameter !== undefined) for (const each of visitedParameters(tool, toolset)) visit.parameter(each, tool, toolset);
      if (visit.text !== undefined) for (const text of textsOfTool(tool, toolset)) visit.text(text, tool, toolset);
    }
    if (visit.text === undefined && visitNames === undefined && visitString === undefined) continue;
    visitSchemas(toolset, (schema) => {
      const names = visitNames && unusualNames(schema, toolset);
      if (names !== undefined) visitNames?.(names, schema.tool, toolset);
      const text = visit.text && textOfSchema(schema, toolset);
      if (text !== undefined) visit.text?.(text, schema.tool, toolset);
      if (visitString !== undefined) visitStrings(schema, toolset, (string) => visitString(string, schema.tool, toolset));
    });
  }
  return found;
}

function visitAll<Item>(items: Iterable<Item>, visit: ((item: Item) => void) | undefined): void {
  if (visit !== undefined) for (const item of items) visit(item);
}

function visitedApps(context: RuleContext): VisitedApp[] {
  return context.project.apps.flatMap((app) => {
    const { content } = app;
    return content === undefined ? [] : [{ app, content, names: appNames(app, content, context) }];
  });
}

/** The parameters of a tool: the properties of its input. */
export function* visitedParameters(tool: Tool, toolset: Toolset): Iterable<VisitedParameter> {
  const properties = member(tool.input.json, "properties");
  const required = member(tool.input.json, "required");
  for (const [name, schema] of isObject(properties) ? Object.entries(properties) : []) {
    if (!isObject(schema)) continue;
    const isRequired = isArray(required) && required.includes(name);
    yield { tool, toolset, name, schema, isRequired, place: () => originOf(tool.input, ["properties", name]) };
  }
}

function* textsOfToolset(toolset: Toolset): Iterable<VisitedText> {
  const { description, name, origin } = toolset;
  if (description !== "")
    yield { toolset, tool: undefined, subject: () => `the description of the toolset "${name}"`, text: description, place: () => origin };
}

function* textsOfTool(tool: Tool, toolset: Toolset): Iterable<VisitedText> {
  const { description, documentation, title, id } = tool;
  const place = () => placeOfDescription(tool);
  const text = documentation === "" ? description : documentation;
  if (text !== "") yield { toolset, tool, subject: () => `the description of the tool "${id}"`, text, place };
  if (title !== "" && title !== text) yield { toolset, tool, subject: () => `the title of the tool "${id}"`, text: title, place };
}

/**
 * The place of the authored description of a tool. If the tool has no description, or the configuration contains it, the place of the tool.
 */
export function placeOfDescription({ origin, documentation }: Tool): Place {
  const { tree, path } = origin;
  // The origin of a client function is its name. The description is a sibling of the name.
  const own = isObject(valueAt(tree, path)) ? path : path.slice(0, -1);
  const fields = ["description", "summary"].map((name) => [...own, name]);
  const written = documentation === "" ? undefined : fields.find((field) => String(valueAt(tree, field)).trim() === documentation);
  if (written !== undefined) return originOfValue(tree, written);
  return typeof path.at(-1) === "string" ? originOfKey(tree, path) : origin;
}
