import type { Severity } from "./diagnostic.ts";

const ascending: readonly unknown[] = ["off", "note", "warning", "error"];

/** Negative if the first severity is lower than the second, positive if it is higher, and 0 if both are equal. */
export function compareSeverities(one: string, other: string): number {
  return ascending.indexOf(one) - ascending.indexOf(other);
}

/** The highest of several severities; `off` if there are none. */
export function highestSeverity(severities: readonly (Severity | "off")[]): Severity | "off" {
  return severities.reduce<Severity | "off">((highest, each) => (compareSeverities(each, highest) > 0 ? each : highest), "off");
}

export function isSeverity(value: unknown): value is Severity | "off" {
  return ascending.includes(value);
}

/** Whether a value is a severity with which a finding is shown. */
export function isShownSeverity(value: unknown): value is Severity {
  return isSeverity(value) && value !== "off";
}
