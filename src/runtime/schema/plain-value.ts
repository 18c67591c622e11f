import { issueAt } from "./location.ts";
import type { Issue } from "./standard-schema.ts";

/** The maximum nesting of a value, which is also the compiler's limit for schemas. A deeper value is rejected. */
const maxDepth = 100;

/** The maximum characters of a member's name. Names are matched against patterns, which may take quadratic time. */
const maxNameLength = 10_000;

/**
 * Converts `value` to the JSON that will be sent: members that are `undefined` are omitted, and a `Blob` is replaced by the file object
 * that schemas describe. Reports an issue for a value that JSON cannot represent.
 */
export function plainValue(value: unknown): { readonly value: unknown; readonly issue?: Issue | undefined } {
  const path: (string | number)[] = [];
  const state: { issue: Issue | undefined } = { issue: undefined };
  const plain = toPlain(value, path, state);
  return { value: plain, issue: state.issue };
}

/** Whether `value` is a web `Blob` or `File`. */
export function isBlob(value: unknown): value is Blob {
  return typeof Blob === "function" && value instanceof Blob;
}

function toPlain(value: unknown, path: (string | number)[], state: { issue: Issue | undefined }): unknown {
  if (state.issue !== undefined) return null;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      return reject("must be a finite number.", path, state);
    case "object":
      break;
    default:
      return reject("is not a JSON value.", path, state);
  }
  if (value === null) return null;
  if (path.length >= maxDepth) return reject(`is nested deeper than ${maxDepth} levels.`, [], state);
  if (isBlob(value)) return { base64: "AA==" };
  // `JSON.stringify` would write a view as an object of numbers, and a `Map` or `Set` as an empty object.
  if (ArrayBuffer.isView(value) || value instanceof Map || value instanceof Set) return reject("is not a JSON value.", path, state);
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      path.push(index);
      const plain = toPlain(item, path, state);
      path.pop();
      return plain;
    });
  }
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (name.length > maxNameLength) return reject(`has a member whose name is longer than ${maxNameLength} characters.`, path, state);
    // Such a name cannot be encoded in a URL or a header.
    if (/[\ud800-\udfff]/u.test(name)) return reject("has a member whose name is not valid Unicode.", path, state);
    path.push(name);
    members.push([name, toPlain(member, path, state)]);
    path.pop();
  }
  return Object.fromEntries(members);
}

function reject(reason: string, path: readonly (string | number)[], state: { issue: Issue | undefined }): null {
  state.issue = issueAt([...path], reason);
  return null;
}
