import type { Annotations } from "../binding.ts";
import { partsOf } from "./words.ts";

/** What a tool does to the resources of its service. */
export type ActionKind = "read" | "create" | "update" | "delete";

/** The actions of HTTP methods (RFC 9110 §9.3, RFC 5789). PUT also creates the resource if it does not exist. */
const byMethod: { readonly [method: string]: readonly ActionKind[] } = {
  GET: ["read"],
  HEAD: ["read"],
  QUERY: ["read"],
  POST: ["create"],
  PUT: ["update", "create"],
  PATCH: ["update"],
  DELETE: ["delete"],
};

/**
 * Verbs for what is hardly undone: deleting, removing, revoking, cancelling and purging. By default, the compiler makes tools with such a
 * verb in their name ask for approval.
 */
export const losses = `cancel delete deregister destroy drop erase expire expunge invalidate prune purge remove revoke terminate truncate uninstall
  unregister void wipe`;

/** English verbs by action. Question words, such as `which`, mean `read`. */
const verbs: { readonly [action in ActionKind]: string } = {
  read: `check count display does fetch find get how is list look lookup query read retrieve search see show tell view what when where which
    who whose why`,
  create: `add append attach create file generate give insert invite issue make new open post publish put register save send start submit
    upload write`,
  update: `adjust assign change close correct disable edit enable mark modify move patch rename reopen reorder replace set switch toggle turn
    update`,
  delete: `${losses} clear detach discard take unassign unset`,
};

const actionsByVerb: ReadonlyMap<string, ActionKind> = new Map(
  // The cast is safe: each key of `verbs` is an action.
  Object.entries(verbs).flatMap(([action, words]) => words.split(/\s+/).map((verb): [string, ActionKind] => [verb, action as ActionKind])),
);

/**
 * The actions of a tool, found by its annotations, its HTTP method and its title. A tool without an HTTP method, for which `method` is
 * empty, has no actions unless its annotations say that it only reads.
 */
export function actionsOf(tool: {
  readonly method: string;
  readonly name: string;
  readonly title: string;
  readonly annotations: Annotations;
}): readonly ActionKind[] {
  const { method, name, title, annotations } = tool;
  if (annotations.readOnly) return ["read"];
  const own = byMethod[method];
  if (own === undefined) return [];
  const actions = new Set(own);
  if (method === "POST" && /search|query|list|find/i.test(name)) actions.add("read");
  // The verb of the title is added, since it is more exact than the method: a POST may also cancel something.
  const titled = leadingAction(title);
  if (titled !== undefined) actions.add(titled);
  return [...actions];
}

/** The actions of all verbs in a text. */
export function actionsIn(text: string): readonly ActionKind[] {
  return [...new Set(partsOf(text).flatMap((part) => actionsByVerb.get(part.toLowerCase()) ?? []))];
}

/** The verb of a request is one of this many words at its start: `please close …`, `can you close …`. */
const maxLead = 3;

/** The action of the first verb of a request, which is an imperative or a question word; `undefined` if the request starts with neither. */
export function leadingAction(text: string): ActionKind | undefined {
  const parts = partsOf(text).map((part) => part.toLowerCase());
  for (const [index, part] of parts.slice(0, maxLead).entries()) {
    if (part === "give" && /^(?:me|us)$/.test(parts[index + 1] ?? "")) return "read";
    const action = actionsByVerb.get(part);
    if (action !== undefined) return action;
  }
  return undefined;
}
