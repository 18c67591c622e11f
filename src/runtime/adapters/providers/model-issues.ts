import { isRecord, ownMember } from "../../json.ts";
import type { Projection } from "../../projection/convert/project.ts";
import { keyMember, type RestorePlan, valueMember, wrapperMember } from "../../projection/convert/restore-plan.ts";
import { valuesText } from "../../schema/describe-schema.ts";
import { locationName } from "../../schema/location.ts";
import type { Issue } from "../../schema/standard-schema.ts";
import { invalidArguments } from "../../tool/check-input.ts";
import { ToolError } from "../../tool-error.ts";
import { createRestorer, isPair } from "./restore-arguments.ts";

type Path = readonly (string | number)[];

/**
 * Converts validation issues. The issues passed refer to the arguments in terms of the tool's own schema; the issues returned refer to
 * `given`, the arguments that the model wrote for the projected schema, with its names, its arrays of key-value pairs and its JSON strings.
 */
export type ModelIssues = (issues: readonly Issue[], given: unknown) => Issue[];

/** A location in the arguments that the model wrote. */
interface ArgumentLocation {
  readonly path: Path;
  /** If the value at `path` is a string that contains JSON: the path within that JSON. */
  readonly inJson?: Path;
  /** The conversion of the value at `path`, if that value is converted. */
  readonly plan?: RestorePlan;
}

/** The maximum number of nested `locate` calls. `createRestorer` has the same limit. */
const maxDepth = 500;

/** Creates the function that converts issues for the arguments of a projected schema. */
export function createModelIssues(projection: Projection): ModelIssues {
  const { restore, planOf } = createRestorer(projection);

  /**
   * Finds where the model wrote a part of its arguments. `path` is the location of the part after `value` is converted by `by`; the result
   * is its location in `value`.
   */
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

  /**
   * Finds where the model wrote a part of its arguments, if `value` is converted by all `plans`, one after the other. `path` is the
   * location of the part after the last conversion; the result is its location in `value`.
   */
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

/**
 * Rewrites an error about invalid arguments, so that it refers to the arguments as the model wrote them. Any other error is returned
 * unchanged.
 */
export function inModelTerms(error: unknown, modelIssues: ModelIssues | undefined, given: unknown): unknown {
  if (modelIssues === undefined || !(error instanceof ToolError) || error.code !== "invalid-arguments") return error;
  const { issues } = error.details;
  // Only errors that `invalidArguments` creates have issues.
  return Array.isArray(issues) ? invalidArguments(error.tool, modelIssues(issues, given)) : error;
}

function withPrefix(path: Path, location: ArgumentLocation): ArgumentLocation {
  return { ...location, path: [...path, ...location.path] };
}

function memberOf(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => ownMember(node, String(key)), value);
}

/** The name that the model used for the member `name` of the tool's schema: its name in the projected schema, or `name` itself. */
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

/** The subject of a message about an argument, such as the name of the argument. */
function subjectOf({ path, inJson }: ArgumentLocation): string {
  if (inJson === undefined) return locationName(path);
  return inJson.length === 0 ? `The JSON string ${locationName(path)}` : `${locationName(inJson)} in the JSON string ${locationName(path)}`;
}

/** Replaces the member's name in the example of a message by the name that the model uses. */
function namedAs(text: string, own: string | number | undefined, given: string | number | undefined): string {
  if (typeof own !== "string" || typeof given !== "string") return text;
  return text.replace(` For example: ${JSON.stringify(own)}: `, () => ` For example: ${JSON.stringify(given)}: `);
}

/** The path of the key of a key-value pair. `path` is the path of the value of that pair. */
function keyPath(path: Path): Path {
  return [...path.slice(0, -1), keyMember];
}

/** The predicate of a message, rewritten for the value that the model wrote: its type may differ from the type in the tool's schema. */
function textFor(text: string, { plan }: ArgumentLocation): string {
  if (plan === undefined) return text;
  // The example is omitted, since it follows the tool's own schema and not the schema that the model received.
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
