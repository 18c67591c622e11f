import type { Definition } from "../../../definition/definition.ts";
import { entries, field, items, keyOrigin, type Node, nodeAt, stringValue, valueOrigin } from "../../../definition/node.ts";
import type { OpenApiDocument } from "../../../document/openapi/read/operation.ts";
import { selectOperations } from "../../../lower/openapi/select-operations.ts";
import type { Project } from "../../../project/project.ts";
import { locate } from "../../../source/locate.ts";
import { lastSegment } from "../../../source/text/last-segment.ts";
import { authoredOrigin, type Origin } from "../../../source/tree.ts";
import type { Known } from "./named-places.ts";

/** An operation of a document whose `operationId` is at the cursor, with all places that contain it. */
export interface RenamedOperation {
  readonly kind: "operation";
  readonly name: string;
  /** The place at the cursor. */
  readonly place: Origin;
  readonly places: readonly Origin[];
  /** The ids of all operations of the document. */
  readonly taken: ReadonlySet<string>;
  /** The toolset whose document comes from elsewhere, by its entry in `sources`. */
  readonly pulled: string | undefined;
}

/** A place that contains the id of an operation. */
interface IdPlace {
  readonly id: string;
  readonly place: Origin;
  readonly document: OpenApiDocument;
}

/** The operation whose `operationId` is at an offset of a file: in its document, an agent or the configuration. */
export function renamedOperationAt(path: string, offset: number, { reading }: Known): RenamedOperation | undefined {
  const { project, definitions, documents } = reading;
  const selections = [...selectOperations(definitions.accepted, documents, project)];
  const all = selections.flatMap(([definition, { document, choice }]): IdPlace[] => {
    const ids = (choice.value?.all ?? []).flatMap(({ id, operation }) => {
      const node = operation && field(operation.node, "operationId");
      return node !== undefined && stringValue(node) === id ? [{ id, node }] : [];
    });
    const own = new Map(ids.map(({ id, node }) => [id, authoredOrigin(valueOrigin(node))]));
    const references = [...inAgents(definition, project), ...inOverrides(definition, project), ...inLinks(document)];
    const known = references.filter(({ id }) => own.has(id)).map(({ id, origin }) => ({ id, place: origin, document }));
    return [...[...own].map(([id, place]) => ({ id, place, document })), ...known];
  });
  const here = all.filter(({ place }) => place.tree.source.path === path);
  const spans = locate(here.map(({ place }) => place));
  const found = here.find(({ place }) => {
    const span = spans.get(place);
    return span !== undefined && span.start <= offset && offset <= span.end;
  });
  if (found === undefined) return undefined;
  const { id, place, document } = found;
  const places = all.filter((each) => each.document === document && each.id === id).map((each) => each.place);
  const users = selections.filter(([, each]) => each.document === document);
  return {
    kind: "operation",
    name: id,
    place,
    places,
    taken: new Set(users.flatMap(([, { choice }]) => (choice.value?.all ?? []).map((each) => each.id))),
    pulled: users.flatMap(([definition]) => definition.aliases).find((alias) => project.config.sources.has(alias)),
  };
}

interface Reference {
  readonly id: string;
  readonly origin: Origin;
}

/** The ids in the lists of agents that select from a toolset. */
function inAgents({ app, aliases }: Definition, { apps }: Project): readonly Reference[] {
  return apps
    .filter(({ root }) => root === app)
    .flatMap(({ agents }) => agents)
    .flatMap((tree) => items(field(nodeAt({ tree, path: [] }), "toolsets")))
    .filter((reference) => aliases.includes(lastSegment(stringValue(field(reference, "toolset")) ?? "")))
    .flatMap((reference) => items(field(reference, "toolIds")).flatMap(referenceIn));
}

/** The ids among the selectors of a toolset in the configuration. */
function inOverrides({ aliases }: Definition, { config: { tree } }: Project): readonly Reference[] {
  if (tree === undefined) return [];
  const all = field(nodeAt({ tree, path: [] }), "overrides");
  return aliases.flatMap((alias) => {
    const own = field(all, alias);
    const approval = field(own, "approval");
    const lists = [field(own, "include"), field(own, "exclude"), field(own, "lazy"), field(approval, "required"), field(approval, "never")];
    const keys = entries(field(own, "tools")).map(([id, node]) => ({ id, origin: keyOrigin(node) }));
    return [...lists.flatMap((list) => items(list).flatMap(referenceIn)), ...keys];
  });
}

/** The ids in the links of the document, which name the operation that a response leads to. */
function inLinks({ tree }: OpenApiDocument): readonly Reference[] {
  const root = nodeAt({ tree, path: [] });
  const values = (node: Node | undefined) => entries(node).map(([, value]) => value);
  const operations = values(field(root, "paths")).flatMap(values);
  const components = field(root, "components");
  const responses = [
    ...operations.flatMap((operation) => values(field(operation, "responses"))),
    ...values(field(components, "responses")),
  ];
  const links = [...responses.flatMap((response) => values(field(response, "links"))), ...values(field(components, "links"))];
  return links.flatMap((link) => referenceIn(field(link, "operationId")));
}

function referenceIn(node: Node | undefined): readonly Reference[] {
  const id = stringValue(node);
  return node === undefined || id === undefined ? [] : [{ id, origin: authoredOrigin(valueOrigin(node)) }];
}
