import { expect } from "vitest";
import type { Context, Tool } from "../../../src/runtime/index.ts";

/** A call of a model. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: object;
}

/**
 * What a model does once it has read `read`, what the SDK gives it of the last result in whatever form: it makes a call, or ends. Before the
 * first call, it has read nothing.
 */
export type Model = (read?: unknown) => ModelCall | undefined;

/** The ways in which a model makes one call after another through an SDK and its adapter. */
export interface Conversations {
  readonly [way: string]: (tools: readonly Tool[], context: Context, model: Model) => unknown;
}

/** The steps of a scripted model that says what `model` does. More of them are never needed. */
export function stepsOf<Prompt, Said>(model: Model, say: (call: ModelCall | undefined) => Said): ((prompt: readonly Prompt[]) => Said)[] {
  return Array.from({ length: 12 }, (_, index) => (prompt) => say(model(index === 0 ? undefined : prompt.at(-1))));
}

/** Makes the model's calls, one after another, by a function that answers one. */
export async function answerEach(model: Model, answer: (call: ModelCall) => unknown): Promise<void> {
  for (let call = model(); call !== undefined; ) call = model(await answer(call));
}

/** The arguments as a strict mode asks for them: parameters that are not given are null. */
export function allArguments(given: object, parameters: unknown): object {
  const { properties } = Object(parameters);
  return { ...Object.fromEntries(Object.keys(Object(properties)).map((name) => [name, null])), ...given };
}

/** The value of a member anywhere in what a model reads. Texts may be JSON. */
export function memberRead(read: unknown, name: string): unknown {
  if (typeof read === "string") return /^\s*[[{]/.test(read) ? memberRead(parsed(read), name) : undefined;
  if (typeof read !== "object" || read === null) return undefined;
  if (Object.hasOwn(read, name)) return Reflect.get(read, name);
  return Object.values(read)
    .map((value) => memberRead(value, name))
    .find((found) => found !== undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a model reads that begins work and goes on until it has its result, and the handles with which it does. `onHandle` gets their number. */
export async function waited(
  converse: (model: Model) => unknown,
  onHandle: (count: number) => unknown,
): Promise<{ readonly result: unknown; readonly handles: readonly unknown[] }> {
  const handles: unknown[] = [];
  let made = 0;
  let result: unknown;
  await converse((read) => {
    if (made++ === 0) return { name: "shop_start", arguments: {} };
    const handle = memberRead(read, "_waiting");
    result = read;
    if (handle === undefined || handles.length === 9) return undefined;
    onHandle(handles.push(handle));
    return { name: "shop_start", arguments: { _waiting: handle } };
  });
  expect(memberRead(result, "status")).toBe("done");
  expect(handles.length).toBeGreaterThan(1);
  expect(new Set(handles)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  return { result, handles };
}

/** All that a model reads that follows `_next` of a list to the end. */
export async function followed(name: string, converse: (model: Model) => unknown): Promise<unknown[]> {
  const reads: unknown[] = [];
  let made = 0;
  await converse((read) => {
    if (made++ === 0) return { name, arguments: {} };
    reads.push(read);
    const next = memberRead(read, "_next");
    return next === undefined || reads.length === 9 ? undefined : { name, arguments: Object(next) };
  });
  return reads;
}
