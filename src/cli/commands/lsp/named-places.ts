import type { Reading } from "../../../compile.ts";
import { nameField, resourceNames } from "../../../definition/definition-names.ts";
import { field, items, keyOrigin, nodeAt, stringValue, valueOrigin } from "../../../definition/node.ts";
import { maskPasswords } from "../../../diagnostic/hide-secret.ts";
import { survey } from "../../../environment/survey.ts";
import type { Program, Tool } from "../../../ir/ir.ts";
import { selectOperations } from "../../../lower/openapi/select-operations.ts";
import { matcherOf, type Selectable } from "../../../lower/overrides/match-selectors.ts";
import { isSelector } from "../../../lower/overrides/tool-overrides.ts";
import type { Overrides, Selector } from "../../../project/config/config.ts";
import { locate } from "../../../source/locate.ts";
import { lastSegment } from "../../../source/text/last-segment.ts";
import type { Place } from "../../../source/tree.ts";
import { codeSpan, escaped } from "./markdown.ts";

/** A place in a file that refers to another place by name, such as the name of a tool in an agent. */
export interface NamedPlace {
  readonly place: Place;
  /** The places where the name is defined. */
  readonly to: readonly Place[];
  /** A description of the named object, as Markdown. */
  readonly hover: string;
}

/** The current content of a project, and its last compilation. The compilation may be older than the content. */
export interface Known {
  readonly reading: Reading;
  readonly program: Program | undefined;
}

/** The maximum number of operations that a hover lists. */
const mostListed = 20;

/**
 * All references in one file of a project: names of toolsets and tools in agents, selectors of operations in the configuration, and
 * placeholders.
 */
export function namedPlacesIn(path: string, known: Known): NamedPlace[] {
  const all = [...agentReferences(path, known), ...selectorReferences(path, known), ...placeholderReferences(known)];
  return all.filter(({ place }) => place.tree.source.path === path);
}

/** The names of toolsets and tools in an agent, and of the operations that it selects from a toolset. */
function* agentReferences(path: string, known: Known): Iterable<NamedPlace> {
  const { apps, resources } = known.reading.project;
  for (const { root, agents } of apps) {
    const agent = agents.find(({ source }) => source.path === path);
    if (agent === undefined) continue;
    const node = nodeAt({ tree: agent, path: [] });
    const resourceOf = (kind: "toolset" | "tool", name: string) =>
      resources.find((each) => each.resource === kind && each.app === root && allNamesOf(each).includes(lastSegment(name)));
    for (const named of items(field(node, "tools"))) {
      const resource = resourceOf("tool", stringValue(named) ?? "");
      if (resource !== undefined) yield { place: valueOrigin(named), to: [fileOf(resource)], hover: fileText("tool", resource) };
    }
    for (const reference of items(field(node, "toolsets"))) {
      const named = field(reference, "toolset");
      const resource = resourceOf("toolset", stringValue(named) ?? "");
      if (named === undefined || resource === undefined) continue;
      const to = [fileOf(resource)];
      yield { place: valueOrigin(named), to, hover: fileText("toolset", resource) };
      const all = operationsOf(resource, known);
      for (const id of items(field(reference, "toolIds"))) {
        const operation = all.find((each) => each.id === id.value || each.id.replace(/_+/g, "_") === id.value);
        if (operation !== undefined) yield { place: valueOrigin(id), to, hover: operationText(operation) };
      }
    }
  }
}

/** The reference whose range contains an offset; `undefined` if no range does. */
export function namedPlaceAt(references: readonly NamedPlace[], offset: number): NamedPlace | undefined {
  const spans = locate(references.map(({ place }) => place));
  return references.find(({ place }) => {
    const span = spans.get(place);
    return span !== undefined && span.start <= offset && offset <= span.end;
  });
}

export type Resource = Reading["project"]["resources"][number];

/** All names by which agents and configurations refer to a resource. */
export function allNamesOf(resource: Resource): readonly string[] {
  const node = nodeAt(resource);
  return [...resourceNames(node, resource.fallbackName), lastSegment(stringValue(field(node, "name")) ?? "")];
}

/** The place of the name in a definition. For a definition without a name, the start of its file. */
function fileOf(resource: Resource): Place {
  const named = nameField(nodeAt(resource));
  return named === undefined ? { tree: resource.tree, range: { start: 0, end: 0 } } : valueOrigin(named);
}

function fileText(what: string, { tree: { source } }: Resource): string {
  return `The ${what} in ${codeSpan(source.path)}`;
}

/** The names of toolsets in the configuration, and the selectors of operations: those in lists, and the keys under `tools`. */
function* selectorReferences(path: string, known: Known): Iterable<NamedPlace> {
  const { config, resources } = known.reading.project;
  if (config.path !== path) return;
  for (const [name, overrides] of config.overrides) {
    const resource = resources.find((each) => allNamesOf(each).includes(name));
    if (resource === undefined) continue;
    if (overrides.origin !== undefined)
      yield { place: overrides.origin, to: [fileOf(resource)], hover: fileText(resource.resource, resource) };
    const all = operationsOf(resource, known);
    for (const { value, origin } of selectorsOf(overrides)) {
      const found = all.filter(matcherOf(value));
      if (origin !== undefined) yield selection(origin, found);
    }
    for (const [selector, { origin }] of overrides.tools) {
      const matches = isSelector(selector) ? matcherOf(selector) : ({ id, key }: Selectable) => id === selector || key === selector;
      yield selection(origin, all.filter(matches));
    }
  }
}

function selectorsOf({ include, exclude, lazy, approval }: Overrides): readonly Selector[] {
  return [...include, ...exclude, ...lazy, ...approval.required, ...approval.never];
}

function selection(place: Place, found: readonly DescribedOperation[]): NamedPlace {
  const listed = found.slice(0, mostListed).map((operation) => `- ${operationText(operation)}`);
  const more = found.length > mostListed ? [`- and ${found.length - mostListed} more`] : [];
  const count = `Matches ${found.length} operation${found.length === 1 ? "" : "s"}`;
  return { place, to: found.flatMap(({ place: to }) => to ?? []), hover: [count, "", ...listed, ...more].join("\n") };
}

/** An operation of a document, or a tool of a toolset without a document. */
export interface DescribedOperation extends Selectable {
  readonly place: Place | undefined;
  readonly summary: string;
}

/** What selectors of a resource select from. */
export function operationsOf({ tree }: Resource, { reading, program }: Known): readonly DescribedOperation[] {
  const { definitions, documents, project } = reading;
  const own = definitions.accepted.filter(({ node }) => node.tree === tree);
  const [selected] = selectOperations(own, documents, project).values();
  const listed = selected?.choice.value?.all;
  if (listed !== undefined)
    return listed.map(({ operation, ...each }) => ({
      ...each,
      place: operation && keyOrigin(operation.node),
      summary: operation?.summary ?? "",
    }));
  const toolset = program?.toolsets.find(({ origin }) => origin.tree.source.path === tree.source.path);
  return (toolset?.tools ?? []).map(toolOperation);
}

function toolOperation({ id, tags, origin, title }: Tool): DescribedOperation {
  return { id, key: id, method: undefined, tags, place: origin, summary: title };
}

function operationText({ id, key, summary }: DescribedOperation): string {
  return [codeSpan(id), ...(key === id ? [] : [codeSpan(key)]), ...(summary === "" ? [] : [escaped(summary)])].join(" ");
}

/**
 * The placeholders in definitions. The hover shows the values of a placeholder by environment. The values may refer to secrets but never
 * contain them.
 */
function placeholderReferences({ reading: { definitions, project } }: Known): NamedPlace[] {
  const { surveyed } = survey(definitions.accepted, project, { environment: undefined, set: new Map() });
  return surveyed.flatMap(({ placeholders }) =>
    placeholders.flatMap(({ locations, environmentValues }) => {
      const rows = environmentValues.map((each) => {
        const value = each.state === "given" ? codeSpan(maskPasswords(each.value).replace(/\?.*/s, "?…")) : states[each.state];
        return `- ${escaped(each.environment.name)}: ${value}`;
      });
      const to = environmentValues.flatMap((each) => ("place" in each ? [each.place] : []));
      return locations.map(({ origin }) => ({ place: origin, to, hover: ["Values by environment", "", ...rows].join("\n") }));
    }),
  );
}

/** The texts for a placeholder without a valid value. An invalid value is not shown: it may be a secret instead of the name of one. */
const states = { missing: "no value", invalid: "not a value for this field", unread: "its file cannot be read" };
