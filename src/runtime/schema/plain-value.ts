import { issueAt } from "./location.ts";
import type { Issue } from "./standard-schema.ts";

/** The maximum nesting of a value, which is also the compiler's limit for schemas. A deeper value is rejected. */
const maxDepth = 100;

/** The maximum characters of a member's name. Names are matched against patterns, which may take quadratic time. */
const maxNameLength = 10_000;

/** Whether `value` is a web `Blob` or `File`. */
export function isBlob(value: unknown): value is Blob {
  return typeof Blob === "function" && value instanceof Blob;
}

/**
 * Converts `value` to the JSON that will be sent: members that are `undefined` are omitted, and a `Blob` is replaced by the file object
 * that schemas describe. Reports an issue for a value that JSON cannot represent.
 */
export function plainValue(value: unknown): { readonly value: unknown; readonly issue?: Issue | undefined } {
  const path: (string | number)[] = [];
  let issue: Issue | undefined;

  function reject(reason: string, at = [...path]): null {
    issue = issueAt(at, reason);
    return null;
  }

  function below(key: string | number, member: unknown): unknown {
    path.push(key);
    const plain = toPlain(member);
    path.pop();
    return plain;
  }

  function toPlain(each: unknown): unknown {
    if (issue !== undefined) return null;
    if (each === null || typeof each === "string" || typeof each === "boolean") return each;
    if (typeof each === "number") return Number.isFinite(each) ? each : reject("must be a finite number.");
    // `JSON.stringify` would write a view as an object of numbers, and a `Map` or `Set` as an empty object.
    if (typeof each !== "object" || ArrayBuffer.isView(each) || each instanceof Map || each instanceof Set)
      return reject("is not a JSON value.");
    if (path.length >= maxDepth) return reject(`is nested deeper than ${maxDepth} levels.`, []);
    if (isBlob(each)) return { base64: "AA==" };
    if (Array.isArray(each)) return each.map((item, index) => below(index, item));
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(each)) {
      if (member === undefined) continue;
      if (name.length > maxNameLength) return reject(`has a member whose name is longer than ${maxNameLength} characters.`);
      // Such a name cannot be encoded in a URL or a header.
      if (/[\ud800-\udfff]/u.test(name)) return reject("has a member whose name is not valid Unicode.");
      members.push([name, below(name, member)]);
    }
    return Object.fromEntries(members);
  }

  const plain = toPlain(value);
  return { value: plain, issue };
}
