import { nameField } from "../../definition/definition-names.ts";
import { field, items, type Node, nodeAt, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Code, type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { asFolder } from "../../project/files/paths.ts";
import type { App, Project } from "../../project/project.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import { type Origin, originOfValue, type Tree } from "../../source/tree.ts";
import { namesOf, type Referent, resourceKinds } from "./app-names.ts";
import { importMessages } from "./import-messages.ts";
import { type Reference, referencesIn } from "./references.ts";

const cesNotImported: Code<{ text: string }> = {
  code: "ces-not-imported",
  severity: "error",
  message: ({ text }) => `CES reported on the import of the app: ${text}`,
  help: "CES omits each part that it warns about from the imported app. Correct the part, and import the app again. A message that names no part of the project is shown at the position of the message in the response.",
};

const invalidImportResponse: Code<{ reason: string }> = {
  code: "invalid-import-response",
  severity: "error",
  message: ({ reason }) => `This file is not the response of an import: ${reason}.`,
  help: "`--import-response` takes a JSON file. It contains the finished operation of `apps:importApp`, with `response` or `error`, or only the ImportAppResponse, with `warnings`.",
};

export const importCodes: readonly Code<never>[] = [cesNotImported, invalidImportResponse];

/**
 * Reports each message in the response of an import: at the resource or the reference that the message names, else at the message itself.
 */
export function importFindings(response: Tree, project: Project): Diagnostic[] {
  // `load` reports a response that cannot be parsed.
  if (response.data === undefined) return [];
  const messages = importMessages(response.data);
  if (typeof messages === "string") return [diagnostic(invalidImportResponse, { reason: messages }, originOfValue(response, []))];
  const subjects = subjectsOf(project);
  return messages.map(({ text, path }) => {
    const [place = originOfValue(response, path), ...others] = placesOf(text, subjects);
    const related = others
      .slice(0, maxRelated)
      .map((other) => ({ message: "The message may be about this part of the project.", place: other }));
    return diagnostic(cesNotImported, { text }, place, { related });
  });
}

const maxRelated = 5;

/** The parts of a project that a message may name. */
interface Subjects {
  readonly references: readonly Reference[];
  /** The places of resources, by each of their names. */
  readonly resources: ReadonlyMap<string, readonly Subject[]>;
  /** The files of the project, by their paths from the root of their app. */
  readonly files: ReadonlyMap<string, Tree>;
}

interface Subject {
  readonly kind: Referent | "app" | "example";
  readonly place: Origin;
}

function subjectsOf({ apps, resources, files }: Project): Subjects {
  const known = new Map<string, Subject[]>();
  function add(kind: Subject["kind"], node: Node, fallbackName: string): void {
    const named = nameField(node);
    const place = named === undefined ? valueOrigin(node) : valueOrigin(named);
    for (const name of new Set(namesOf(node, fallbackName))) {
      const same = known.get(name);
      if (same === undefined) known.set(name, [{ kind, place }]);
      else same.push({ kind, place });
    }
  }
  for (const resource of resources) add(resource.resource, nodeAt(resource), resource.fallbackName);
  for (const { tree, agents, content, root } of apps) {
    add("app", nodeAt({ tree, path: [] }), lastSegment(root));
    for (const agent of agents) add("agent", nodeAt({ tree: agent, path: [] }), agent.source.path.split("/").at(-2) ?? "");
    for (const other of content?.resources ?? [])
      add(resourceKinds[other.collection], nodeAt({ tree: other.tree, path: [] }), other.fallbackName);
  }
  return {
    resources: known,
    references: apps.flatMap((app) => [...referencesOf(app, resources)]),
    files: new Map(
      [...files].flatMap(([path, tree]): [string, Tree][] => {
        const root = apps.map((app) => asFolder(app.root)).find((folder) => path.startsWith(folder)) ?? "";
        return tree === undefined ? [] : [[path.slice(root.length), tree]];
      }),
    ),
  };
}

/** All references in an app: those between its resources, and those of its agents to tools and toolsets. */
function* referencesOf(app: App, resources: Project["resources"]): Iterable<Reference> {
  for (const tree of app.agents) {
    const agent = nodeAt({ tree, path: [] });
    for (const node of items(field(agent, "tools"))) yield { node, name: stringValue(node) ?? "", to: "tool" };
    for (const chosen of items(field(agent, "toolsets"))) {
      const node = field(chosen, "toolset");
      if (node !== undefined) yield { node, name: stringValue(node) ?? "", to: "toolset" };
    }
  }
  yield* referencesIn(app, app.content ?? { resources: [], texts: [] }, resources);
}

/** The message of CES for a reference to a resource that the app does not have. */
const notFound = /Reference '([^']*)' of type '[\w.-]+\/(\w+)' not found/;

/** The places of the references, the file or the resources that a message names; empty if the message names no part of the project. */
function placesOf(text: string, subjects: Subjects): readonly Origin[] {
  const [, name, type = ""] = notFound.exec(text) ?? [];
  const missing = subjects.references.filter((reference) => reference.name === name && isOfType(reference.to, type));
  if (missing.length > 0) return missing.map(({ node }) => valueOrigin(node));
  const quoted = [...text.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`/g)].flatMap(([, a, b, c]) => a ?? b ?? c ?? []);
  const words = (text.match(/\w[\w./-]*/g) ?? []).map((word) => word.replace(/[./-]$/, ""));
  for (const candidate of [...quoted, ...words]) {
    const file = subjects.files.get(candidate);
    if (file !== undefined) return [originOfValue(file, [])];
    const found = subjects.resources.get(lastSegment(candidate)) ?? [];
    // A tool and a toolset may have the same name. The kind of resource that the message mentions then decides between them.
    const ofKind = found.filter(({ kind }) => new RegExp(`\\b${kind.replaceAll(" ", "[ _]?")}s?\\b`, "i").test(text));
    if (found.length > 0) return (ofKind.length > 0 ? ofKind : found).map(({ place }) => place);
  }
  return [];
}

/** Whether a reference is to a resource of a CES type such as `EvaluationDataset`. */
function isOfType(to: Referent, type: string): boolean {
  return to.replaceAll(" ", "") === type.toLowerCase();
}
