import type { Details } from "../../../diagnostic/diagnostic.ts";
import { isObject, type Json, type JsonObject, member } from "../../../source/json/json.ts";
import { originOfKey, originOfValue, type TreeLocation } from "../../../source/tree.ts";
import { checkFileConsumes, checkParameterList, checkParameters, parameterId } from "../check/check-parameters.ts";
import { isStatus } from "../check/check-responses.ts";
import { suggest } from "../check/suggest.ts";
import { unknownSecurityScheme } from "../codes.ts";
import { duplicateOperationId, refusedOperation } from "../operation-codes.ts";
import { unknownLinkedOperation } from "../reference-codes.ts";
import { countOperations, findOperations, type OperationEntry } from "./find-operations.ts";
import type { Located, Operation, RefusedOperation, Response, SecurityRequirement } from "./operation.ts";
import { movedToQuery, splitPathQuery } from "./path-query.ts";
import { readRequestBody, readRequestBody2, readResponse } from "./read-content.ts";
import { readParameter, undescribedParameter } from "./read-parameter.ts";
import { readAddress, readServers } from "./read-server.ts";
import { at, type DocumentReader, entriesOf, type FollowedReference, follow, itemsOf, stringOrEmpty } from "./reader.ts";
import { resolveUri } from "./references.ts";
import { atKey, atValue, here, reportFinding } from "./visit.ts";

export interface DocumentOperations {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  readonly unreadable: readonly TreeLocation[];
  readonly callbackCount: number;
}

/** Reads every operation under `paths`, and reports conflicts between operations. */
export function readOperations(root: Located, reader: DocumentReader): DocumentOperations {
  const { entries, unreadable } = findOperations(root, reader);
  const byId = new Map<string, OperationEntry>();
  const operations: Operation[] = [];
  const refused: RefusedOperation[] = [];
  let callbackCount = 0;
  for (const entry of entries) {
    checkOperationId(entry, byId, reader);
    for (const [, callback] of entriesOf(at(entry.place, "callbacks"))) callbackCount += countCallback(callback, reader);
    const operation = readOperation(entry, root, reader);
    if ("responses" in operation) operations.push(operation);
    else refused.push(operation);
  }
  for (const { tree, path, name } of reader.session.links) {
    if (byId.has(name)) continue;
    const params = { name, near: suggest(name, () => [...byId.keys()], reader.session) };
    reportFinding({ session: reader.session, tree, path }, { code: unknownLinkedOperation, params, spot: here });
  }
  return { operations, refused, unreadable, callbackCount };
}

function checkOperationId(entry: OperationEntry, byId: Map<string, OperationEntry>, { session }: DocumentReader): void {
  const name = nameOf(entry.place);
  if (name === undefined) return;
  const first = byId.get(name);
  if (first === undefined) byId.set(name, entry);
  // Two paths may refer to the same path item, so that its operations have the same `operationId` under both paths. This is not reported.
  else if (first.place.value !== entry.place.value) {
    const related = [
      { message: "The first operation is here.", place: originOfValue(first.place.tree, [...first.place.path, "operationId"]) },
    ];
    reportFinding(
      { session, ...entry.place },
      { code: duplicateOperationId, params: { name }, spot: atValue("operationId"), details: { related } },
    );
  }
}

function nameOf({ value }: Located<Json>): string | undefined {
  const name = member(value, "operationId");
  return typeof name === "string" ? name : undefined;
}

function readOperation(entry: OperationEntry, root: Located, reader: DocumentReader): Operation | RefusedOperation {
  const { place, item, key } = entry;
  const { value } = place;
  const own = itemsOf(at(place, "parameters")).map((each) => follow(each, reader));
  checkParameterList(own, reader);
  const parameters = mergeParameters(own, item.parameters);
  const body = at(place, "requestBody");
  const bodyFollowed = body === undefined ? undefined : follow(body, reader);
  const tags = itemsOf(at(place, "tags")).flatMap(({ value: tag }) => (typeof tag === "string" ? [tag] : []));
  const operationId = nameOf(place);

  const invalid = findCauses(entry, [...parameters, ...(bodyFollowed === undefined ? [] : [bodyFollowed])], reader);
  const found =
    invalid.length === 0
      ? checkParameters(entry.path, { place, parameters: parameters.flatMap(({ target }) => target ?? []) }, reader)
      : undefined;
  const causes = [...invalid, ...(found?.conflicts ?? [])];
  if (!isObject(value) || found === undefined || causes.length > 0) {
    reportFinding(
      { session: reader.session, ...place },
      { code: refusedOperation, params: { key }, spot: atKey(), details: followingFrom(causes) },
    );
    return { key, operationId, tags, origin: originOfKey(place.tree, place.path), causes };
  }
  const isSwagger = reader.version === "2.0";
  const consumes = at(place, "consumes")?.value ?? root.value.consumes;
  const produces = at(place, "produces")?.value ?? root.value.produces;
  if (isSwagger) checkFileConsumes(found.bodies, consumes, reader);
  const summary = stringOrEmpty(value.summary) || stringOrEmpty(item.fields.get("summary")?.value);
  const description = stringOrEmpty(value.description) || stringOrEmpty(item.fields.get("description")?.value);
  const split = splitPathQuery(entry.path);
  return {
    key,
    method: entry.method,
    path: split.path,
    operationId,
    summary,
    description,
    deprecated: value.deprecated === true,
    isConsequential: value["x-openai-isConsequential"] === true,
    tags,
    node: { tree: place.tree, path: place.path, value },
    parameters: [
      ...found.parameters.map((each) => readParameter(each, reader)),
      ...found.missing.map((name) => undescribedParameter(name, originOfKey(root.tree, ["paths", entry.path]))),
    ].map((parameter) => movedToQuery(parameter, split)),
    requestBody: isSwagger
      ? readRequestBody2(found.bodies, consumes)
      : bodyFollowed?.target && readRequestBody(bodyFollowed.target, reader),
    responses: readResponses(place, produces, reader),
    servers: serversOf(entry, root, reader),
    security: readSecurity(at(place, "security"), reader),
  };
}

function followingFrom([cause]: readonly TreeLocation[]): Details {
  return cause === undefined ? {} : { causedAt: originOfValue(cause.tree, cause.path) };
}

/** The operation's parameters, followed by those parameters of its path item that the operation does not override. */
function mergeParameters(own: readonly FollowedReference[], inherited: readonly FollowedReference[]): FollowedReference[] {
  const replaced = new Set(own.flatMap(({ target }) => (target === undefined ? [] : [parameterId(target)])));
  return [...own, ...inherited.filter(({ target }) => target === undefined || !replaced.has(parameterId(target)))];
}

/** The locations of the invalid values that make calls of an operation impossible. Invalid values in responses do not. */
function findCauses({ place }: OperationEntry, needed: readonly FollowedReference[], { invalidPaths }: DocumentReader): TreeLocation[] {
  if (invalidPaths.isEmpty) return needed.flatMap(missingIn);
  const { tree } = place;
  const lists = ["parameters", "requestBody", "consumes"].map((name) => [...place.path, name]);
  const around = [place.path, ...lists].map((path) => invalidPaths.around(tree, path)).filter((path) => path !== undefined);
  return [
    ...around.map((path) => ({ tree, path })),
    ...needed.flatMap((each) => [
      ...each.places.flatMap((on) => invalidPaths.touching(on.tree, on.path).map((path) => ({ tree: on.tree, path }))),
      ...missingIn(each),
    ]),
  ];
}

/** If a reference has no target, the location of the reference. */
function missingIn({ target, places }: FollowedReference): readonly TreeLocation[] {
  return target === undefined ? places.slice(0, 1) : [];
}

function readResponses(place: Located<Json>, produces: Json | undefined, reader: DocumentReader): Response[] {
  return entriesOf(at(place, "responses"))
    .filter(([status]) => status === "default" || isStatus(status))
    .map((entry) => readResponse(entry, produces, reader));
}

function serversOf({ place, item }: OperationEntry, root: Located, reader: DocumentReader) {
  if (reader.version === "2.0") {
    const schemes = at(place, "schemes");
    return schemes === undefined ? undefined : readAddress(root, schemes.value);
  }
  const list = at(place, "servers") ?? item.fields.get("servers");
  const servers = readServers(list);
  return servers.length === 0 ? undefined : servers;
}

/** Reads security requirements. A requirement with an unknown scheme can never be satisfied, so it is reported and omitted. */
export function readSecurity(list: Located<Json> | undefined, reader: DocumentReader): SecurityRequirement[] | undefined {
  if (list === undefined || !Array.isArray(list.value)) return undefined;
  const schemes = schemesOf(reader);
  return itemsOf(list).flatMap((place) => {
    if (!isObject(place.value)) return [];
    const required = Object.entries(place.value).map(
      ([name, scopes]) => [schemeName(name, place, reader), stringsIn(scopes), name] as const,
    );
    const unknown = required.filter(([known]) => known === undefined);
    for (const [, , name] of unknown) {
      reportFinding(
        { session: reader.session, ...place },
        {
          code: unknownSecurityScheme,
          params: { name, near: suggest(name, () => Object.keys(schemes), reader.session) },
          spot: atKey(name),
        },
      );
    }
    return unknown.length > 0 ? [] : [new Map(required.map(([known, scopes, name]) => [known ?? name, scopes]))];
  });
}

/**
 * The name of the scheme that a security requirement refers to by its name or, since 3.2, by a URI. `undefined` if the scheme is not in the
 * document.
 */
function schemeName(name: string, place: TreeLocation, { version, document, session }: DocumentReader): string | undefined {
  if (Object.hasOwn(schemesOf({ version, document }), name)) return name;
  const step = version === "3.2" && /[#/]/.test(name) ? resolveUri(name, place, session.find) : undefined;
  if (step?.kind !== "found" || step.target.tree !== session.root) return undefined;
  const [first, second, last, ...inside] = step.target.path;
  return first === "components" && second === "securitySchemes" && inside.length === 0 ? String(last) : undefined;
}

function schemesOf({ version, document }: Pick<DocumentReader, "version" | "document">): JsonObject {
  const schemes = version === "2.0" ? document.securityDefinitions : member(document.components, "securitySchemes");
  return isObject(schemes) ? schemes : {};
}

function stringsIn(value: Json): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function countCallback(place: Located<Json>, reader: DocumentReader): number {
  const target = follow(place, reader).target;
  return entriesOf(target)
    .filter(([name]) => !name.startsWith("x-"))
    .reduce((count, [, item]) => count + countOperations(item, reader), 0);
}
