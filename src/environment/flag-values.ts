import { type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { flagPlace } from "../source/flag-place.ts";
import type { Place } from "../source/tree.ts";
import { invalidOverride } from "./codes.ts";
import { type Holder, holderText } from "./holder.ts";
import { fieldText, isManagedBy, type ManagedField, managedFields } from "./managed-fields.ts";
import type { OverlayPath } from "./overlay.ts";

/** A value that a flag gives, in every environment. */
export interface FlagValue {
  readonly holder: Holder;
  readonly path: OverlayPath;
  readonly value: string;
  readonly place: Place;
}

/** Reads the paths of values, `toolsets.<name>.<field>`. A name may have dots, so it is found among those that there are; the longest wins. */
export function flagValues(set: ReadonlyMap<string, string>, holders: readonly Holder[]): Outcome<FlagValue[]> {
  const read = [...set].map(([left, value]) => readOne(left, value, holders));
  return { value: read.flatMap(({ value }) => value ?? []), diagnostics: read.flatMap(({ diagnostics }) => diagnostics) };
}

function readOne(left: string, value: string, holders: readonly Holder[]): Outcome<FlagValue | undefined> {
  const place = flagPlace("--set", `${left}=${value}`);
  const refuse = (reason: string, near?: string): Outcome<undefined> => {
    const diagnostics: Diagnostic[] = [diagnostic(invalidOverride, { reason, nearest: near }, place)];
    return { value: undefined, diagnostics };
  };
  const found = holders
    .flatMap((holder) => holder.aliases.map((alias) => ({ holder, prefix: `${holderText({ ...holder, name: alias })}.` })))
    .filter(({ prefix }) => left.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  if (found === undefined) {
    const name = left.split(".").slice(0, 2).join(".");
    return refuse(`There is no "${name}".`, nearest(name, holders.map(holderText)));
  }
  const path = parsePath(left.slice(found.prefix.length));
  const own = managedFields.filter(({ owner }) => owner === found.holder.owner);
  if (!own.some((field) => isManagedBy(field, path))) {
    const written = left.slice(found.prefix.length);
    return refuse(`"${holderText(found.holder)}" has no managed field "${written}".`, nearest(written, own.map(spelling)));
  }
  return { value: { holder: found.holder, path, value, place }, diagnostics: [] };
}

export function spelling({ path }: ManagedField): string {
  return fieldText(path.map((step) => (step === "*" ? 0 : step)));
}

function parsePath(text: string): OverlayPath {
  const steps = text.replace(/\[(\d+)\]/g, ".$1").split(".");
  return steps.map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));
}
