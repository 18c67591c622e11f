import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { isInternal } from "../diagnostic/internal-error.ts";
import { fetchedFiles } from "../project/documents/fetched-files.ts";
import type { Project } from "../project/project.ts";
import { locate } from "../source/locate.ts";
import { lineAt, lineStarts, type Source, type Span } from "../source/source.ts";
import { type Place, type Tree, textTree } from "../source/tree.ts";
import { expiredSuppression, invalidSuppression, unusedSuppression } from "./codes.ts";
import type { Finding, SuppressedFinding } from "./finding.ts";
import { type SuppressionComment, suppressionComments } from "./suppression-comments.ts";

/** The result of applying suppressions: the remaining findings, the suppressed findings, and diagnostics about the suppressions. */
export interface RemainingFindings {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  readonly diagnostics: readonly Diagnostic[];
}

interface SuppressionContext {
  /** The codes of all diagnostics. Comments with other codes are reported. */
  readonly codes: ReadonlySet<string>;
  /**
   * The diagnostic codes whose findings this run has searched for in all files. Only suppressions of these codes can be reported as unused.
   */
  readonly searched: ReadonlySet<string>;
  /** The current date as `YYYY-MM-DD`. If it is `undefined`, no suppression has expired. */
  readonly today: string | undefined;
}

/** Suppresses findings by the comments in YAML files. The paths of the findings' files must be relative to the root of the project. */
export function suppressByComments(findings: readonly Finding[], project: Project, context: SuppressionContext): RemainingFindings {
  const fetched = fetchedFiles(project);
  const read = treesOf(project).map((tree) => {
    const written = suppressionComments(tree, context.codes, project.config.locked);
    return fetched.has(tree.source.path) ? ignoreComments(written) : written;
  });
  const comments = locateComments(read.flatMap(({ value }) => value));
  const { today = "" } = context;
  const isExpired = ({ until }: SuppressionComment) => until !== undefined && until < today;
  const valid = comments.filter((comment) => !isExpired(comment));
  const used = new Map<SuppressionComment, Set<string>>();
  const kept: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  const index = new Map(valid.flatMap((comment) => comment.codes.map((code) => [keyOf(comment.file, comment.inLine, code), comment])));
  for (const finding of findings) {
    const { code, mark } = finding;
    const comment = index.get(keyOf(mark.file, mark.start.line, code)) ?? index.get(keyOf(mark.file, undefined, code));
    if (comment === undefined || isInternal(finding)) kept.push(finding);
    else {
      suppressed.push({ ...finding, suppression: { kind: "comment", reason: comment.reason } });
      used.set(comment, (used.get(comment) ?? new Set()).add(code));
    }
  }
  const expired = comments.filter(isExpired).map(({ place, codes, until = "" }) => {
    const params = { codes: codes.map((code) => `"${code}"`).join(", "), until };
    return diagnostic(expiredSuppression, params, place);
  });
  const unused = valid.flatMap((comment) =>
    comment.codes
      .filter((code) => context.searched.has(code) && used.get(comment)?.has(code) !== true)
      .map((code) => diagnostic(unusedSuppression, { code }, comment.place)),
  );
  return { findings: kept, suppressed, diagnostics: [...read.flatMap(({ diagnostics }) => diagnostics), ...expired, ...unused] };
}

/**
 * Ignores all suppression comments of a document that `pull` fetches, because its authors must not suppress findings. The first of these
 * comments is reported.
 */
function ignoreComments({ value: [first] }: { readonly value: readonly SuppressionComment[] }): ReturnType<typeof suppressionComments> {
  const reason =
    "the comment is in a document that `toolsetc pull` fetches, and comments there are ignored. Use the baseline, or `rules` in toolsetc.yaml";
  return { value: [], diagnostics: first === undefined ? [] : [diagnostic(invalidSuppression, { reason }, first.place)] };
}

/** All trees of a project: those of its files, and those of the documents inside strings of files. */
function treesOf({ files, nested, config, resources }: Project): Tree[] {
  const trees = [
    ...files.values(),
    config.tree,
    ...resources.map(({ tree }) => tree),
    ...[...nested.values()].flatMap((inner) => [...inner.values()]),
  ];
  return [...new Set(trees.flatMap((tree) => (tree === undefined ? [] : textTree(tree))))];
}

interface LocatedComment extends SuppressionComment {
  readonly file: string;
  /** The line whose findings the comment suppresses, counted from 1; `undefined` if the comment applies to the whole file. */
  readonly inLine: number | undefined;
}

function locateComments(comments: readonly SuppressionComment[]): LocatedComment[] {
  const placeOf = ({ place, line }: SuppressionComment): Place => line ?? place;
  const spans = locate(comments.map(placeOf));
  const starts = new Map<Source, readonly number[]>();
  const lineIn = ({ source, start }: Span) => {
    const known = starts.get(source) ?? lineStarts(source.text, source.text.length);
    starts.set(source, known);
    return lineAt(known, start) + 1;
  };
  return comments.map((comment) => {
    const span = spans.get(placeOf(comment));
    if (span === undefined) throw new Error("Every place was located.");
    return { ...comment, file: span.source.path, inLine: comment.line === undefined ? undefined : lineIn(span) };
  });
}

function keyOf(file: string, line: number | undefined, code: string): string {
  return [file, line, code].join("\0");
}
