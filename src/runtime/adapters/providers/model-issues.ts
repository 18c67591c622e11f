import { isRecord, ownMember } from "../../json.ts";
import type { Projection } from "../../projection/project.ts";
import { keyMember, type RestorePlan, valueMember, wrapperMember } from "../../projection/restore-plan.ts";
import { valuesText } from "../../schema/describe-schema.ts";
import { locationName } from "../../schema/plain-value.ts";
import type { Issue } from "../../schema/standard-schema.ts";
import { invalidArguments } from "../../tool/check-input.ts";
import { ToolError } from "../../tool-error.ts";
import { createRestorer, isPair } from "./restore-arguments.ts";

type Path = readonly (string | number)[];

/**
 * Converts issues of arguments in the form of the tool's own schema to issues of the arguments that the model wrote: with the names, the
 * key-value pairs and the JSON strings of the projected schema.
 */
export type ModelIssues = (issues: readonly Issue[], given: unknown) => Issue[];

/** A location in the arguments of the model. */
interface ArgumentLocation {
  readonly path: Path;
  /** The path in the JSON of the string at `path`. */
  readonly inJson?: Path;
  /** The conversion of the value itself, if there is one. */
  readonly plan?: RestorePlan;
}

/** The maximum nesting of a plan; `createRestorer` has the same limit. */
const maxDepth = 500;

/** Creates the function that converts issues for a projection. */
export function createModelIssues(projection: Projection): ModelIssues {
  const { restore, planOf } = createRestorer(projection);

  /** The location in `value` of the part that is at `path` in the tool's value. */
  function locate(value: unknown, by: RestorePlan | undefined, path: Path, depth = 0): ArgumentLocation {
    if (by === undefined || depth > maxDepth) return { path };
    const [first, ...rest] = path;
    const below = (key: string | number, plan: RestorePlan | undefined, toKey: Path = [key]): ArgumentLocation =>
      withPrefix(toKey, locate(memberOf(value, toKey), plan, rest, depth + 1));
    switch (by.kind) {
      case "shared":
        return locate(value, projection.plans.get(by.name), path, depth + 1);
      case "union":
        return locate(value, planOf(value, by), path, depth + 1);
      case "all":
        return locateBeforeAll(value, by.plans, path, depth + 1);
      case "literal":
        return { path, plan: by };
      case "wrapped":
        return isRecord(value) ? withPrefix([wrapperMember], locate(value[wrapperMember], by.plan, path, depth + 1)) : { path };
      case "json":
        if (typeof value !== "string") return { path };
        return restore(value, by) === value ? { path: [], plan: by } : { path: [], inJson: path };
      case "array":
        if (typeof first !== "number") return { path, plan: by };
        return below(first, first < by.prefix.length ? by.prefix[first] : by.items);
      case "object": {
        if (first === undefined) return { path, plan: by };
        const given = givenName(value, by.members, String(first));
        const member = by.members.get(given);
        return below(given, member === undefined ? by.others : member.plan);
      }
      case "pairs": {
        if (first === undefined || !Array.isArray(value) || !value.every(isPair)) return { path, plan: by };
        const index = value.map((pair) => pair[keyMember]).lastIndexOf(String(first));
        if (index < 0) return { path: [], plan: by };
        return below(index, by.value, [index, valueMember]);
      }
    }
  }

  /** Finds the location in `value` of a part that is at `path` after all `plans`: first its location before the last plan, and so on. */
  function locateBeforeAll(value: unknown, [plan, ...others]: readonly RestorePlan[], path: Path, depth: number): ArgumentLocation {
    if (plan === undefined) return { path };
    const location = locateBeforeAll(restore(value, plan), others, path, depth);
    return { ...location, ...locate(value, plan, location.path, depth) };
  }

  return (issues, given) => {
    const described = issues.map((issue) => describe(issue, locate(given, projection.plan, issue.path)));
    // Several issues within one JSON string may get the same message, which is reported once.
    return described.filter(({ message }, index) => described.findIndex((other) => other.message === message) === index);
  };
}

/** Rewrites an error about arguments in terms of what the model wrote. Any other error is returned unchanged. */
export function inModelTerms(error: unknown, modelIssues: ModelIssues | undefined, given: unknown): unknown {
  if (modelIssues === undefined || !(error instanceof ToolError) || error.code !== "invalid-arguments") return error;
  const { issues } = error.details;
  // Only errors from `invalidArguments` have issues.
  return Array.isArray(issues) ? invalidArguments(error.tool, modelIssues(issues, given)) : error;
}

function withPrefix(path: Path, location: ArgumentLocation): ArgumentLocation {
  return { ...location, path: [...path, ...location.path] };
}

function memberOf(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => ownMember(node, String(key)), value);
}

/** The name that the model used for a member: its name in the projected schema, or `name`, its name in the tool's schema. */
function givenName(value: unknown, members: Extract<RestorePlan, { kind: "object" }>["members"], name: string): string {
  const named = [...members].filter(([, member]) => member.name === name).map(([given]) => given);
  const used = isRecord(value) ? named.filter((given) => Object.hasOwn(value, given)) : [];
  return used.at(-1) ?? (isRecord(value) && Object.hasOwn(value, name) ? name : (named[0] ?? name));
}

function describe({ message, path: own }: Issue, location: ArgumentLocation): Issue {
  const prefix = locationName(own);
  if (!message.startsWith(prefix)) return { message, path: location.path };
  const text = textFor(namedAs(message.slice(prefix.length), own.at(-1), (location.inJson ?? location.path).at(-1)), location);
  const path =
    text.startsWith(" is not allowed") && location.path.at(-1) === valueMember && own.at(-1) !== valueMember
      ? keyPath(location.path)
      : location.path;
  return { message: `${subjectOf({ ...location, path })}${text}`, path };
}

/** The subject of a message about a location. */
function subjectOf({ path, inJson }: ArgumentLocation): string {
  if (inJson === undefined) return locationName(path);
  return inJson.length === 0 ? `The JSON string ${locationName(path)}` : `${locationName(inJson)} in the JSON string ${locationName(path)}`;
}

/** Replaces the member's name in the example of a message by the name that the model uses. */
function namedAs(text: string, own: string | number | undefined, given: string | number | undefined): string {
  if (typeof own !== "string" || typeof given !== "string") return text;
  return text.replace(` For example: ${JSON.stringify(own)}: `, () => ` For example: ${JSON.stringify(given)}: `);
}

/** The path of the key of a pair. `path` is the path of the pair's value. */
function keyPath(path: Path): Path {
  return [...path.slice(0, -1), keyMember];
}

/** The predicate of a message, rewritten for the value that the model wrote in place of the tool's value. */
function textFor(text: string, { plan }: ArgumentLocation): string {
  if (plan === undefined) return text;
  // The example is omitted: it has the form of the tool's own schema.
  const own = text.replace(/ For example: .*$/s, "");
  switch (plan.kind) {
    case "pairs":
      if (own.startsWith(" must be an object")) return ` must be an array of objects with "${keyMember}" and "${valueMember}".`;
      return own.replace(/\bmember(s?)\b/, "item$1");
    case "json":
      return ` must be valid JSON in a string.${own.startsWith(" must be ") ? ` It${own}` : ""}`;
    case "literal":
      return ` must be one of ${valuesText([...plan.values.keys()])}.${/ Did you mean .*$/s.exec(own)?.[0] ?? ""}`;
    default:
      return own;
  }
}
