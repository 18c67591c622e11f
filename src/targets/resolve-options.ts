import { type Code, type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { flagPlace } from "../source/flag-place.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";
import { type Origin, originOfKey, originOfValue, type Path } from "../source/tree.ts";
import type { Target, TargetOption } from "./target.ts";

/** A requested target, in the shape of an entry of the configuration. */
export interface RequestedTarget {
  readonly target: string;
  readonly out: string;
  readonly options: JsonObject;
  /** `undefined` if the entry is not in the configuration. */
  readonly origin: Origin | undefined;
}

const unknownOption: Code<{ target: string; option: string; near: string | undefined; owners: readonly string[] }> = {
  code: "unknown-target-option",
  severity: "error",
  message: ({ target, option, near, owners }) => {
    const hint = owners.length > 0 ? ` It is one of ${quoted(owners, "and")}.` : near === undefined ? "" : ` Did you mean "${near}"?`;
    return `The target "${target}" has no option "${option}".${hint}`;
  },
  help: "An unknown option would be ignored silently. Correct or remove it.",
  replacement: ({ near, owners }) => (owners.length > 0 ? undefined : near),
};

const invalidOption: Code<{ option: string; rule: string; found: string; near: string | undefined }> = {
  code: "invalid-target-option",
  severity: "error",
  message: ({ option, rule, found, near }) => `"${option}" ${rule}, not ${found}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Until it is corrected, the default is used.",
  replacement: ({ near }) => near,
};

const unusedOption: Code<{ option: string; needs: NonNullable<TargetOption["needs"]> }> = {
  code: "unused-target-option",
  severity: "warning",
  message: ({ option, needs }) => `"${option}" is not used: it has an effect only with \`${needs.option}: ${needs.value}\`.`,
  help: "It changes nothing in the output. Add the option that it needs, or remove it.",
};

const missingOption: Code<{ target: string; option: string; form: string }> = {
  code: "missing-target-option",
  severity: "error",
  message: ({ target, option, form }) => `The target "${target}" needs \`${option}\`, which is ${form}.`,
  help: "The target writes nothing without it. Add it to the entry in toolsetc.yaml.",
};

export const optionCodes: readonly Code<never>[] = [unknownOption, invalidOption, unusedOption, missingOption];

export interface OptionContext {
  /** All targets: an unknown option may belong to another one. */
  readonly targets: readonly Target[];
  /** Values for options that an entry does not set. */
  readonly defaults: JsonObject;
}

/**
 * Resolves a value for each option of a target. Invalid values are reported and replaced by the default; without a required one there is
 * no value.
 */
export function resolveOptions(
  target: Target,
  entry: RequestedTarget,
  { targets, defaults }: OptionContext,
): Outcome<JsonObject | undefined> {
  const diagnostics: Diagnostic[] = [];
  const known = Object.entries(target.options);
  const invalid = new Set<string>();
  const resolved = new Map<string, Json>(known.map(([name, { standard }]) => [name, member(defaults, name) ?? standard]));
  for (const [option, value] of Object.entries(entry.options)) {
    const declared = declaredIn(target, option);
    const problems =
      declared === undefined ? [unknown(target, option, { entry, targets })] : checkOption(value, declared, { entry, option });
    diagnostics.push(...problems);
    if (problems.length === 0) resolved.set(option, value);
    else invalid.add(option);
  }
  for (const [option, { needs, standard }] of known) {
    if (needs === undefined || !Object.hasOwn(entry.options, option)) continue;
    // Setting an option to its default is harmless, and the intended value of an invalid option is unknown.
    const isMeant = !isSame(resolved.get(option), standard) && !invalid.has(needs.option);
    if (isMeant && resolved.get(needs.option) !== needs.value)
      diagnostics.push(diagnostic(unusedOption, { option, needs }, originOfOption(entry, option)));
  }
  const missing = known.flatMap(([option, declared]) =>
    declared.kind === "text" && declared.isRequired === true && (!Object.hasOwn(entry.options, option) || invalid.has(option))
      ? [{ option, form: declared.form?.name ?? "a text" }]
      : [],
  );
  for (const { option, form } of missing) {
    if (invalid.has(option)) continue;
    diagnostics.push(diagnostic(missingOption, { target: target.name, option, form }, entry.origin ?? flagPlace("--target", target.name)));
  }
  return { value: missing.length > 0 ? undefined : Object.fromEntries(resolved), diagnostics };
}

/** The origin of a value in an entry. */
export function originInEntry({ origin }: RequestedTarget, path: Path): Origin {
  if (origin === undefined) throw new Error("An entry that is not in the configuration has no errors.");
  return originOfValue(origin.tree, [...origin.path, ...path]);
}

function originOfOption(entry: RequestedTarget, option: string): Origin {
  const { tree, path } = originInEntry(entry, [option]);
  return originOfKey(tree, path);
}

function declaredIn({ options }: Target, option: string): TargetOption | undefined {
  return Object.hasOwn(options, option) ? options[option] : undefined;
}

function unknown(
  target: Target,
  option: string,
  { entry, targets }: { readonly entry: RequestedTarget; readonly targets: readonly Target[] },
) {
  const owners = targets.filter((other) => declaredIn(other, option) !== undefined).map(({ name }) => name);
  const absent = [...Object.keys(target.options), "out"].filter((name) => !Object.hasOwn(entry.options, name));
  const params = { target: target.name, option, near: nearest(option, absent), owners };
  return diagnostic(unknownOption, params, originOfOption(entry, option));
}

function checkOption(value: Json, declared: TargetOption, { entry, option }: { readonly entry: RequestedTarget; readonly option: string }) {
  const problem = (rule: string, found: Json, path: Path, near?: string) =>
    diagnostic(invalidOption, { option, rule, found: shortText(found), near }, originInEntry(entry, path));
  switch (declared.kind) {
    case "choice": {
      const { values } = declared;
      if (values.some((allowed) => allowed === value)) return [];
      return [problem(`must be ${quoted(values, "or")}`, value, [option], nearestOf(value, values))];
    }
    case "list": {
      const { values } = declared;
      if (!isArray(value)) return [problem(`must be a list, which may hold ${quoted(values, "and")}`, value, [option])];
      return value.flatMap((item, index) => {
        if (values.some((allowed) => allowed === item)) return [];
        return [problem(`may hold ${quoted(values, "and")}`, item, [option, index], nearestOf(item, values))];
      });
    }
    case "text": {
      const { form } = declared;
      const isRight = typeof value === "string" && (form === undefined || new RegExp(form.pattern, "u").test(value));
      return isRight ? [] : [problem(`must be ${form?.name ?? "a text"}`, value, [option])];
    }
  }
}

function nearestOf(value: Json, allowed: readonly (string | number | boolean)[]): string | undefined {
  return typeof value === "string"
    ? nearest(
        value,
        allowed.filter((each) => typeof each === "string"),
      )
    : undefined;
}

function isSame(value: Json | undefined, standard: TargetOption["standard"]): boolean {
  return JSON.stringify(value) === JSON.stringify(standard);
}

function quoted(values: readonly (string | number | boolean)[], conjunction: "and" | "or"): string {
  const written = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  return written.length < 2 ? written.join("") : `${written.slice(0, -1).join(", ")} ${conjunction} ${written.at(-1)}`;
}

/** A value in a message. A long text is not shown: it may be a secret. */
function shortText(value: Json): string {
  if (isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  if (typeof value !== "string") return String(value);
  return value.length > 60 ? "this text" : `"${value}"`;
}
