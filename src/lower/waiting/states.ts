import { isArray, type Json } from "../../source/json/json.ts";
import type { ListField } from "../pages/list-facts.ts";

/** A member that says how far an operation has come, and its values. Values that are neither in `pending` nor in `failed` say that it is done. */
export interface FoundState {
  readonly path: readonly string[];
  readonly pending: readonly Json[];
  readonly failed: readonly Json[];
}

/** The member of a result that says how far an operation has come; `undefined` if it is not certain which, or which values end it. */
export function findState(fields: readonly ListField[]): FoundState | undefined {
  const named = fields.filter(({ plain, types }) => stateName.test(plain) && !types.has("object") && !types.has("array"));
  // Outer members come first.
  for (const field of named) {
    const state = stateOf(field);
    if (state !== undefined) return state;
  }
  return undefined;
}

const stateName = /^(?:state|status|phase|(?:processing|job|task|operation|execution|export|import|run|build|progress)(?:state|status))$/;

function stateOf({ path, schema }: ListField): FoundState | undefined {
  if (!isArray(schema.enum)) return describedState(path, schema.description, schema.example ?? firstOf(schema.examples));
  const sorted = sortedStates(schema.enum);
  return sorted === undefined ? undefined : { path, ...sorted };
}

function firstOf(values: Json | undefined): Json | undefined {
  return isArray(values) ? values[0] : undefined;
}

/** A state whose values only a text names: its description, or an example such as `succeeded | failed | in_progress`. */
function describedState(path: readonly string[], description: Json | undefined, example: Json | undefined): FoundState | undefined {
  const quoted =
    typeof description === "string" ? [...description.matchAll(/[`'"]([A-Za-z][\w -]{1,30})[`'"]/g)].map(([, word = ""]) => word) : [];
  const shown = typeof example === "string" && example.length < 200 ? example.split(/[|,]/).map((word) => word.trim()) : [];
  // The texts also quote other words.
  const known = [...new Set([...quoted, ...shown])].filter((word) =>
    words.some(([, each]) => tokensOf(word).some((token) => each.test(token))),
  );
  const sorted = sortedStates(known);
  return sorted === undefined ? undefined : { path, pending: [...sorted.pending, null], failed: sorted.failed };
}

/**
 * Sorts the values of a state. `undefined` if the meaning of one is unknown, if people decide, or if not both are there: a value that goes
 * on, and one that ends it well.
 */
function sortedStates(values: readonly Json[]): Pick<FoundState, "pending" | "failed"> | undefined {
  const kinds = values.map((value) => [value, kindOf(value)] as const);
  const ofKind = (kind: StateKind) => kinds.filter(([, each]) => each === kind).map(([value]) => value);
  const [pending, failed] = [ofKind("pending"), ofKind("failed")];
  if (ofKind("other").length > 0 || pending.length === 0) return undefined;
  if (ofKind("done").length > 0) {
    // Beside a word such as "completed", a word such as "active" says that the operation still runs.
    return { pending: [...pending, ...ofKind("usable")], failed };
  }
  return ofKind("usable").length > 0 ? { pending, failed } : undefined;
}

type StateKind = "pending" | "done" | "usable" | "failed" | "other";

/** The words of states. The first row with a word of the value decides. */
const words: readonly (readonly [StateKind, RegExp])[] = [
  // People decide how long these take.
  ["other", /^(?:review|reviewing|approval|approved|draft|paid|unpaid|shipped|invited)$/],
  ["failed", /^(?:fail|failed|failure|error|errored|cancelled|canceled|aborted|rejected|expired|timeout|timedout|terminated|fatal)$/],
  [
    "pending",
    /^(?:pending|processing|progress|inprogress|queue|queued|enqueued|running|started|starting|accepted|submitted|waiting|provisioning|initializing|initiated|preparing|working|executing|ongoing|notstarted|validating|finalizing|cancelling|canceling|scheduled|requested|building|creating|updating|deleting)$/,
  ],
  ["done", /^(?:done|success|succeeded|successful|complete|completed|finished|merged|processed|outdated)$/],
  ["usable", /^(?:ready|active|available|enabled|online)$/],
];

function kindOf(value: Json): StateKind {
  if (value === null) return "pending";
  if (typeof value !== "string") return "other";
  const tokens = tokensOf(value);
  return tokens.includes("not") ? "pending" : (words.find(([, word]) => tokens.some((token) => word.test(token)))?.[0] ?? "other");
}

/** The words of a value such as `IN_PROGRESS` or `notStarted`, in lower case. */
function tokensOf(value: string): string[] {
  return value
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}
