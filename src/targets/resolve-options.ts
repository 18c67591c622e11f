import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { RequestedTarget } from "../project/config/config.ts";
import { flagPlace } from "../source/flag-place.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { type Origin, originOfKey, originOfValue, type Path } from "../source/tree.ts";
import { invalidTargetOption, missingTargetOption, quotedValues, unknownTargetOption, unusedTargetOption } from "./codes.ts";
import type { Target, TargetOption } from "./target.ts";

export interface OptionContext {
  /** All targets. They are needed because an unknown option may be an option of another target. */
  readonly targets: readonly Target[];
  /** Values for options that an entry does not set. */
  readonly defaults: JsonObject;
}

/**
 * Resolves a value for each option of a target. An invalid value is reported and replaced by the default of its option. The result is
 * `undefined` if a required option has no valid value.
 */
export function resolveOptions(
  target: Target,
  entry: RequestedTarget,
  { targets, defaults }: OptionContext,
): Outcome<JsonObject | undefined> {
  const diagnostics: Diagnostic[] = [];
  const known = Object.entries(target.options);
  const invalid = new Set<string>();
  const resolved = new Map<string, Json>(known.map(([name, option]) => [name, member(defaults, name) ?? option.default]));
  for (const [option, value] of Object.entries(entry.options)) {
    const declared = declaredIn(target, option);
    const problems =
      declared === undefined ? [unknown(target, option, { entry, targets })] : checkOption(value, declared, { entry, option });
    diagnostics.push(...problems);
    if (problems.length === 0) resolved.set(option, value);
    else invalid.add(option);
  }
  for (const [option, { needs, default: defaultValue }] of known) {
    if (needs === undefined || !Object.hasOwn(entry.options, option)) continue;
    // An unused option that has its default value is not reported. Neither is an option that needs an option with an invalid value, since
    // the intended value is unknown.
    const isIntended = !isSame(resolved.get(option), defaultValue) && !invalid.has(needs.option);
    if (isIntended && resolved.get(needs.option) !== needs.value)
      diagnostics.push(diagnostic(unusedTargetOption, { option, needs }, originOfOption(entry, option)));
  }
  const missing = known.flatMap(([option, declared]) =>
    declared.kind === "string" && declared.isRequired === true && (!Object.hasOwn(entry.options, option) || invalid.has(option))
      ? [{ option, form: declared.form?.name ?? "a string" }]
      : [],
  );
  for (const { option, form } of missing) {
    if (invalid.has(option)) continue;
    diagnostics.push(
      diagnostic(missingTargetOption, { target: target.name, option, form }, entry.origin ?? flagPlace("--target", target.name)),
    );
  }
  return { value: missing.length > 0 ? undefined : Object.fromEntries(resolved), diagnostics };
}

/** The origin of a value in an entry. */
export function originInEntry({ origin }: RequestedTarget, path: Path): Origin {
  if (origin === undefined) throw new Error("An entry that is not in the configuration cannot have errors.");
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
  const others = targets.filter((other) => declaredIn(other, option) !== undefined).map(({ name }) => name);
  const absent = [...Object.keys(target.options), "out"].filter((name) => !Object.hasOwn(entry.options, name));
  const params = { target: target.name, option, near: nearest(option, absent), others };
  return diagnostic(unknownTargetOption, params, originOfOption(entry, option));
}

function checkOption(value: Json, declared: TargetOption, { entry, option }: { readonly entry: RequestedTarget; readonly option: string }) {
  const problem = (rule: string, found: Json, path: Path, near?: string) =>
    diagnostic(invalidTargetOption, { option, rule, found: shortText(found), near }, originInEntry(entry, path));
  switch (declared.kind) {
    case "choice": {
      const { values } = declared;
      if (values.some((allowed) => allowed === value)) return [];
      return [problem(`must be ${quotedValues(values, "or")}`, value, [option], nearestOf(value, values))];
    }
    case "array": {
      const { values } = declared;
      if (!isArray(value)) return [problem(`must be an array of ${quotedValues(values, "or")}`, value, [option])];
      return value.flatMap((item, index) => {
        if (values.some((allowed) => allowed === item)) return [];
        return [problem(`may contain only ${quotedValues(values, "and")}`, item, [option, index], nearestOf(item, values))];
      });
    }
    case "string": {
      const { form } = declared;
      const isValid = typeof value === "string" && (form === undefined || new RegExp(form.pattern, "u").test(value));
      return isValid ? [] : [problem(`must be ${form?.name ?? "a string"}`, value, [option])];
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

function isSame(value: Json | undefined, other: TargetOption["default"]): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

/** A value as a message shows it. The text of a long string is not shown, since the string may be a secret. */
function shortText(value: Json): string {
  if (isArray(value)) return "an array";
  if (isObject(value)) return "an object";
  if (typeof value !== "string") return String(value);
  return value.length > 60 ? "this string" : `"${value}"`;
}
