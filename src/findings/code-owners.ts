/** The paths at which a repository may have the file, from its root. GitHub and GitLab use the first one that exists. */
export const codeOwnersPaths: readonly string[] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/** The size in bytes above which GitHub ignores the file. */
const maxSize = 3 * 1024 * 1024;

interface OwnedFiles {
  /** The segments of the pattern, from the root of the repository. `**` stands for any number of folders. */
  readonly segments: readonly string[];
  readonly owners: readonly string[];
}

/**
 * Reads the text of a CODEOWNERS file, and returns a function that finds the owners of a file. Of all patterns that match, the last one
 * counts. Sections of GitLab are read as if their patterns were in one list.
 */
export function codeOwners(text: string): (path: string) => readonly string[] {
  const entries = text.length > maxSize ? [] : entriesIn(text);
  return (path) => entries.findLast(({ segments }) => matchesSegments(segments, path.split("/")))?.owners ?? [];
}

const section = /^\^?\[[^\]]*\](?:\[\d+\])?/;

function entriesIn(text: string): OwnedFiles[] {
  const entries: OwnedFiles[] = [];
  let ofSection: readonly string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const content = line.replace(/(?:^|\s)#.*$/, "").trim();
    const heading = section.exec(content)?.[0];
    if (heading !== undefined) ofSection = ownersIn(content.slice(heading.length).split(/\s+/));
    else {
      const [pattern = "", ...owners] = content.match(/(?:\\.|[^\s\\])+/g) ?? [];
      const own = owners.length === 0 ? ofSection : ownersIn(owners);
      // GitHub does not support patterns that exclude.
      if (pattern !== "" && !pattern.startsWith("!")) entries.push({ segments: segmentsOf(pattern.replace(/\\(.)/g, "$1")), owners: own });
    }
  }
  return entries;
}

/** The names of users, teams and roles, and the e-mail addresses. Nothing else that stands there is shown. */
function ownersIn(words: readonly string[]): string[] {
  return words.filter((word) => /^(?:@{1,2}[\w.-]+(?:\/[\w.-]+)*|[\w.+-]+@[\w.-]+)$/.test(word));
}

function segmentsOf(pattern: string): string[] {
  const isAnchored = /\/./.test(pattern);
  const parts = pattern.split("/").filter((part) => part !== "");
  const inner = isAnchored ? parts : ["**", ...parts];
  // A name also stands for all files in the folder of this name; `docs/*` only for the files directly in it.
  return isAnchored && parts.at(-1) === "*" ? inner : [...inner, "**"];
}

function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  return matchesParts(pattern, path, { any: "**", isSame: (glob, segment) => matchesParts([...glob], [...segment], characters) });
}

interface PatternRules {
  /** The part of a pattern that stands for any number of parts. */
  readonly any: string;
  readonly isSame: (pattern: string, part: string) => boolean;
}

const characters: PatternRules = { any: "*", isSame: (pattern, character) => pattern === "?" || pattern === character };

/** Matches parts with a pattern. Only the last `any` is tried again, so the time is at most the product of the two lengths. */
function matchesParts(pattern: readonly string[], parts: readonly string[], { any, isSame }: PatternRules): boolean {
  let [at, next] = [0, 0];
  let retry: { readonly at: number; next: number } | undefined;
  while (next < parts.length) {
    const wanted = pattern[at];
    if (wanted === any) {
      at += 1;
      retry = { at, next };
    } else if (wanted !== undefined && isSame(wanted, parts[next] ?? "")) {
      at += 1;
      next += 1;
    } else if (retry === undefined) return false;
    else {
      retry.next += 1;
      [at, next] = [retry.at, retry.next];
    }
  }
  return pattern.slice(at).every((part) => part === any);
}
