import type { SchemaUse } from "../../schema/schema-library.ts";
import { isObject } from "../../source/json/json.ts";
import type { Draft } from "../draft.ts";
import { anyOf, asObject, literalSchema, openObject } from "../schemas/build-schema.ts";
import type { LoweredWaiting } from "./lower-waiting.ts";

/** The argument and the member of results by which a later call goes on to wait. */
const handle = "_waiting";

const argument = "Only to go on waiting: the value of `_waiting` in the result of a former call with the same arguments.";
const member = "The work is not done. A call with the same arguments and this value goes on to wait.";

/**
 * A tool whose calls wait: its result is that of the work, or at the end of the time the last answer with a handle, which is an optional
 * argument of the tool. A GET that is repeated has its own result, and needs no handle.
 */
export function withWaiting(draft: Draft, { binding, output: awaited }: LoweredWaiting): Draft {
  if (binding === null || binding.style === "repeat") return draft;
  const results =
    binding.style === "header"
      ? [draft.output, literalSchema({ type: "object" }, draft.origin)]
      : [draft.output, ...(awaited === undefined ? [] : [awaited])];
  return withHandle(draft, results);
}

/** A tool that is executed as a task: its result is that of the task, or at the end of the time a handle. */
export function withTask(draft: Draft): Draft {
  const isTask = draft.binding.transport === "mcp" && draft.binding.waiting !== null;
  return isTask ? withHandle(draft, [draft.output]) : draft;
}

function withHandle(draft: Draft, results: readonly SchemaUse[]): Draft {
  const { origin } = draft;
  const use = literalSchema({ type: "string", description: member }, origin);
  const unfinished = openObject([{ name: handle, use, required: true }], origin);
  return { ...withArgument(draft), output: asObject(anyOf([...results, unfinished], origin)), trim: keepHandle(draft.trim) };
}

function withArgument(draft: Draft): Draft {
  const { input, origin } = draft;
  const { json } = input.schema;
  if (!isObject(json.properties) || Object.hasOwn(json.properties, handle)) return draft;
  const properties = { ...json.properties, [handle]: { type: "string", description: argument } };
  const moves = [...input.schema.moves, { at: ["properties", handle], origin }];
  return { ...draft, input: { ...input, schema: { ...input.schema, json: { ...json, properties }, moves } } };
}

function keepHandle({ pick, maxBytes }: Draft["trim"]): Draft["trim"] {
  return { pick: pick.length === 0 ? pick : [...pick, handle], maxBytes };
}
