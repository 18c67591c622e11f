import type { Parameter } from "./operation.ts";

/** A path template without the members of its query that are a single variable. */
export interface SplitPath {
  readonly path: string;
  /** The names of these members, by their variables: `limit` for `size` in `/orders?limit={size}`. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Removes members such as `limit={size}` from the query of a path template. The standard allows no query there, but documents that are
 * converted from other formats have one. The variables are parameters of the query, whatever the document says.
 */
export function splitPathQuery(template: string): SplitPath {
  const [, path = "", query = "", fragment = ""] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(template) ?? [];
  const names = new Map<string, string>();
  if (!query.includes("{")) return { path: template, names };
  const kept = query.split("&").filter((each) => {
    const [, name = "", variable = ""] = /^([^={}]+)=\{([^{}]+)\}$/.exec(each) ?? [];
    if (name === "" || names.has(variable) || path.includes(`{${variable}}`)) return true;
    names.set(variable, name);
    return false;
  });
  return { path: `${path}${kept.length === 0 ? "" : "?"}${kept.join("&")}${fragment}`, names };
}

/** The parameter of the query that a parameter of the path is, if its variable is in the query of the path template. */
export function movedToQuery(parameter: Parameter, { names }: SplitPath): Parameter {
  const name = parameter.in === "path" ? names.get(parameter.name) : undefined;
  if (name === undefined) return parameter;
  const { as } = parameter;
  return { ...parameter, name, in: "query", as: "style" in as ? { ...as, style: "form" } : as };
}
