import { itemsIn, type Json } from "../../../source/json/json.ts";
import { type Origin, originOfValue, type Path, type Tree, type TreeLocation, valueAt } from "../../../source/tree.ts";
import {
  bodyConflict,
  duplicateParameter,
  fileWithoutForm,
  missingPathParameter,
  queryConflict,
  unusedPathParameter,
} from "../parameter-codes.ts";
import type { Located } from "../read/operation.ts";
import { splitPathQuery } from "../read/path-query.ts";
import type { DocumentReader, FollowedReference } from "../read/reader.ts";
import { atKey, atValue, here, reportFinding } from "../read/visit.ts";
import { queryConflictOf } from "./check-parameter.ts";
import { variableNames } from "./check-server.ts";

/** Checks the parameters of a path item or of an operation for duplicates. */
export function checkParameterList(list: readonly FollowedReference[], { session }: DocumentReader): void {
  if (list.length < 2) return;
  const first = new Map<string, FollowedReference>();
  for (const each of list) {
    const { target, places } = each;
    const [place] = places;
    if (target === undefined || place === undefined) continue;
    const { name, in: where } = target.value;
    if (typeof name !== "string" || typeof where !== "string" || where === "body") continue;
    const id = parameterId(target);
    const other = first.get(id)?.places[0];
    if (other === undefined) first.set(id, each);
    else {
      const related = [{ message: "The first parameter is here.", place: nameOrReference(other) }];
      const { path } = nameOrReference(place);
      reportFinding(
        { session, tree: place.tree, path },
        { code: duplicateParameter, params: { name, where }, spot: here, details: { related } },
      );
    }
  }
}

/** The identity of a parameter in a request, as a string. Names of headers are case-insensitive. */
export function parameterId({ value: { in: where, name } }: Located): string {
  return `${where} ${where === "header" ? String(name).toLowerCase() : name}`;
}

/** The location of a parameter's name. If the parameter is a `$ref`, the location of the reference. */
function nameOrReference({ tree, path }: { readonly tree: Tree; readonly path: Path }): Origin {
  const name = [...path, "name"];
  return originOfValue(tree, valueAt(tree, name) === undefined ? path : name);
}

/** The parameters of an operation, by the way in which they are sent. */
export interface CheckedParameters {
  /** All parameters except those of the body. Duplicates, and path parameters that are not in the path, are omitted. */
  readonly parameters: readonly Located[];
  /** Swagger 2.0's body and form parameters. */
  readonly bodies: readonly Located[];
  /** The variables in the path that no parameter describes. */
  readonly missing: readonly string[];
  /** Parameters that conflict with other parameters of the operation. */
  readonly conflicts: readonly TreeLocation[];
}

/** Checks all parameters of one operation together, including those of its path item. */
export function checkParameters(
  path: string,
  { place, parameters }: { place: Located<Json>; parameters: readonly Located[] },
  { session }: DocumentReader,
): CheckedParameters {
  const names = new Set(path.includes("{") ? variableNames(path) : []);
  const kept: Located[] = [];
  const bodies: Located[] = [];
  const seen = new Set<string>();
  for (const parameter of parameters) {
    const { in: where, name } = parameter.value;
    const id = parameterId(parameter);
    if (seen.has(id)) continue;
    seen.add(id);
    if (where === "body" || where === "formData") bodies.push(parameter);
    else if (where !== "path" || names.has(String(name))) kept.push(parameter);
    else
      reportFinding({ session, ...parameter }, { code: unusedPathParameter, params: { name: String(name), path }, spot: atValue("name") });
  }
  const inQuery = splitPathQuery(path).names;
  const missing = [...names].filter((name) => !seen.has(`path ${name}`) && !seen.has(`query ${inQuery.get(name)}`));
  for (const name of missing) reportFinding({ session, ...place }, { code: missingPathParameter, params: { name, path }, spot: atKey() });
  const bodyReason = bodyConflictOf(bodies);
  const extraBody = bodies.find(({ value }, index) => value.in !== bodies[0]?.value.in || (value.in === "body" && index > 0));
  const conflicts: TreeLocation[] = [];
  if (bodyReason !== undefined) {
    reportFinding({ session, ...(extraBody ?? place) }, { code: bodyConflict, params: { reason: bodyReason }, spot: here });
    conflicts.push(extraBody ?? place);
  }
  const queryReason = queryConflictOf(kept.map(({ value }) => value.in));
  const extraQuery = kept.findLast(({ value }) => value.in === "querystring");
  if (queryReason !== undefined) {
    reportFinding({ session, ...(extraQuery ?? place) }, { code: queryConflict, params: { reason: queryReason }, spot: here });
    conflicts.push(extraQuery ?? place);
  }
  return { parameters: kept, bodies, missing, conflicts };
}

/** Why the body and form parameters of 2.0 conflict; `undefined` if there is no conflict. */
function bodyConflictOf(bodies: readonly Located[]): string | undefined {
  const whole = bodies.filter(({ value }) => value.in === "body").length;
  if (whole > 1) return `${whole} parameters have \`in: body\``;
  return whole === 1 && bodies.length > 1 ? "this operation has a body parameter and form parameters" : undefined;
}

/** Checks that the `consumes` of an operation of 2.0 with a file parameter contains the media type of a form. */
export function checkFileConsumes(bodies: readonly Located[], consumes: Json | undefined, { session }: DocumentReader): void {
  const types = itemsIn(consumes);
  const isForm = types.some(
    (name) => typeof name === "string" && /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(name),
  );
  if (isForm) return;
  for (const parameter of bodies) {
    const { name, type } = parameter.value;
    if (type === "file") reportFinding({ session, ...parameter }, { code: fileWithoutForm, params: { name: String(name) }, spot: here });
  }
}
