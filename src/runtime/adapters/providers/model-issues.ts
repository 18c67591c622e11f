import { isRecord, ownMember } from "../../json.ts";
import type { Projection } from "../../projection/project.ts";
import { keyMember, type RestorePlan, valueMember, wrapperMember } from "../../projection/restore-plan.ts";
import { valuesText } from "../../schema/describe-schema.ts";
import { locationName } from "../../schema/plain-value.ts";
import type { Issue } from "../../schema/standard-schema.ts";
import { invalidArguments } from "../../tool/check-input.ts";
import { ToolError } from "../../tool-error.ts";
import { createTurn, isPair } from "./restore-arguments.ts";

type Path = readonly (string | number)[];

/** Converts issues of a tool's own schema to issues of the arguments that the model gave for the projected schema: its names, pairs and JSON texts. */
export type ModelIssues = (issues: readonly Issue[], given: unknown) => Issue[];

/** A place in the arguments of the model. */
interface Place {
  readonly path: Path;
  /** The place in the JSON of the text at `path`. */
  readonly inJson?: Path;
  /** The conversion of the value itself, if there is one. */
  readonly plan?: RestorePlan;
}

/** The maximum steps of a plan, as for arguments. */
const maxDepth = 500;

/** Creates the function that converts issues for a projection. */
export function createModelIssues(projection: Projection): ModelIssues {
  const { turn, planOf } = createTurn(projection);

  function placeOf(value: unknown, by: RestorePlan | undefined, path: Path, depth = 0): Place {
    if (by === undefined || depth > maxDepth) return { path };
    const [first, ...rest] = path;
    const below = (key: string | number, plan: RestorePlan | undefined, toKey: Path = [key]): Place =>
      under(toKey, placeOf(memberOf(value, toKey), plan, rest, depth + 1));
    switch (by.kind) {
      case "shared":
        return placeOf(value, projection.plans.get(by.name), path, depth + 1);
      case "union":
        return placeOf(value, planOf(value, by), path, depth + 1);
      case "all":
        return placeOfAll(value, by.plans, path, depth + 1);
      case "literal":
        return { path, plan: by };
      case "wrapped":
        return isRecord(value) ? under([wrapperMember], placeOf(value[wrapperMember], by.plan, path, depth + 1)) : { path };
      case "json":
        if (typeof value !== "string") return { path };
        return turn(value, by) === value ? { path: [], plan: by } : { path: [], inJson: path };
      case "list":
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

  /** The place before several conversions: from the last one back to the first. */
  function placeOfAll(value: unknown, [plan, ...others]: readonly RestorePlan[], path: Path, depth: number): Place {
    if (plan === undefined) return { path };
    const place = placeOfAll(turn(value, plan), others, path, depth);
    return { ...place, ...placeOf(value, plan, place.path, depth) };
  }

  return (issues, given) => {
    const described = issues.map((issue) => describe(issue, placeOf(given, projection.plan, issue.path)));
    // Two issues of the tool's value, its type and its value, may be one of a text.
    return described.filter(({ message }, index) => described.findIndex((other) => other.message === message) === index);
  };
}

/** An error of arguments as the model has to read it; any other error as it is. */
export function inModelTerms(error: unknown, modelIssues: ModelIssues | undefined, given: unknown): unknown {
  if (modelIssues === undefined || !(error instanceof ToolError) || error.code !== "invalid-arguments") return error;
  const { issues } = error.details;
  // `invalidArguments` puts them there; other errors of this code have none.
  return Array.isArray(issues) ? invalidArguments(error.tool, modelIssues(issues, given)) : error;
}

function under(path: Path, place: Place): Place {
  return { ...place, path: [...path, ...place.path] };
}

function memberOf(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => ownMember(node, String(key)), value);
}

/** The name in the projected schema of a member that the tool's schema calls `name`. The model may have used either. */
function givenName(value: unknown, members: Extract<RestorePlan, { kind: "object" }>["members"], name: string): string {
  const named = [...members].filter(([, member]) => member.name === name).map(([given]) => given);
  const used = isRecord(value) ? named.filter((given) => Object.hasOwn(value, given)) : [];
  return used.at(-1) ?? (isRecord(value) && Object.hasOwn(value, name) ? name : (named[0] ?? name));
}

function describe({ message, path: own }: Issue, place: Place): Issue {
  const prefix = locationName(own);
  if (!message.startsWith(prefix)) return { message, path: place.path };
  const text = textFor(namedAs(message.slice(prefix.length), own.at(-1), (place.inJson ?? place.path).at(-1)), place);
  const path =
    text.startsWith(" is not allowed") && place.path.at(-1) === valueMember && own.at(-1) !== valueMember
      ? keyPath(place.path)
      : place.path;
  return { message: `${placeName({ ...place, path })}${text}`, path };
}

function placeName({ path, inJson }: Place): string {
  if (inJson === undefined) return locationName(path);
  return inJson.length === 0 ? `The JSON text ${locationName(path)}` : `${locationName(inJson)} in the JSON text ${locationName(path)}`;
}

/** The text with its example under the name that the model uses. */
function namedAs(text: string, own: string | number | undefined, given: string | number | undefined): string {
  if (typeof own !== "string" || typeof given !== "string") return text;
  return text.replace(` For example: ${JSON.stringify(own)}: `, () => ` For example: ${JSON.stringify(given)}: `);
}

/** A name that is not allowed is the key of a pair. */
function keyPath(path: Path): Path {
  return [...path.slice(0, -1), keyMember];
}

/** What is wrong, in terms of the value that the model writes in place of the tool's own. */
function textFor(text: string, { plan }: Place): string {
  if (plan === undefined) return text;
  // The example has the form of the tool's own schema.
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
