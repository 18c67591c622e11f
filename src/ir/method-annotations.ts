import type { Annotations } from "../runtime/binding.ts";

/**
 * The annotations of an HTTP method (RFC 9110 §9.2, RFC 5789). PUT and PATCH overwrite what was there. What POST and unknown methods do is
 * unknown.
 */
export function annotationsOfMethod(method: string): Annotations {
  const readOnly = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method);
  return {
    readOnly,
    destructive: readOnly ? false : ["PUT", "PATCH", "DELETE"].includes(method) ? true : null,
    idempotent: readOnly || method === "PUT" || method === "DELETE",
    openWorld: true,
  };
}
