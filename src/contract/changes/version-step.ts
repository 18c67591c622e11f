import type { SemverStep } from "./change.ts";

/** Whether a version is late enough after another one. `needed` is the lowest version that would be. */
export type VersionCheck =
  | { readonly kind: "enough" }
  | { readonly kind: "too-small"; readonly needed: string }
  /** One of the two is not a version of the form 1.2.3. */
  | { readonly kind: "unknown"; readonly version: string };

interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly isPrerelease: boolean;
}

/**
 * Compares the versions of a release and of the one before with the step that its changes need. As for the ranges of npm, a version below
 * 1.0.0 may break where its first number that is not 0 increases. A prerelease promises nothing, so what follows it may be any later
 * version.
 */
export function checkVersion(before: string, after: string, step: Exclude<SemverStep, "none">): VersionCheck {
  const [was, is] = [parseVersion(before), parseVersion(after)];
  if (was === undefined || is === undefined) return { kind: "unknown", version: was === undefined ? before : after };
  const needed = was.isPrerelease ? was.numbers : increased(was.numbers, step);
  return before !== after && compare(is.numbers, needed) >= 0 ? { kind: "enough" } : { kind: "too-small", needed: needed.join(".") };
}

/** Parses `1.2.3`, also with `v` in front, and the short forms of documents: `1` and `1.2`. A date is not a version. */
function parseVersion(text: string): Version | undefined {
  if (text.length > 256) return undefined;
  const [, major, minor = "0", patch = "0", prerelease] = /^v?(\d+)(?:\.(\d+)(?:\.(\d+)(-[\w.-]+)?(?:\+[\w.-]+)?)?)?$/.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [BigInt(major), BigInt(minor), BigInt(patch)], isPrerelease: prerelease !== undefined };
}

function increased([major, minor, patch]: Version["numbers"], step: Exclude<SemverStep, "none">): Version["numbers"] {
  const place = ["major", "minor", "patch"].indexOf(step) + (major > 0n ? 0 : minor > 0n ? 1 : 2);
  if (place === 0) return [major + 1n, 0n, 0n];
  return place === 1 ? [major, minor + 1n, 0n] : [major, minor, patch + 1n];
}

function compare(a: Version["numbers"], b: Version["numbers"]): number {
  const index = a.findIndex((each, at) => each !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0n) < (b[index] ?? 0n) ? -1 : 1;
}
