import type { CodeAction, Diagnostic, TextEdit } from "vscode-languageserver";
import type { Finding } from "../../../findings/finding.ts";
import { applyEdits, separateEdits } from "../../../source/edit.ts";
import { parseTree } from "../../../source/parse-tree.ts";
import { lineStarts } from "../../../source/source.ts";
import { parsePointer, type Tree, valueAt, writtenTree } from "../../../source/tree.ts";
import { yamlComments } from "../../../source/yaml/yaml-comments.ts";
import { editableIn } from "../../build/fix-project.ts";
import type { ShownFindings } from "./project-session.ts";
import { difference } from "./text-edit.ts";
import { toRange } from "./to-diagnostic.ts";

/** The maximum length of a file for which `commentAbove` adds a comment, since it parses the file again. */
const longestCommented = 1_000_000;

interface Fixed {
  readonly finding: Finding;
  readonly diagnostic: Diagnostic;
  /** The URI of the finding's file. */
  readonly uri: string;
}

/**
 * The edits that fix a finding, or suppress it with a comment. Empty for a file that must not be edited, such as a file that `pull` writes.
 */
export function quickFixes({ finding, diagnostic, uri }: Fixed, project: ShownFindings["project"]): CodeAction[] {
  const tree = project.files.get(finding.mark.file);
  if (tree === undefined || !editableIn(project)(tree)) return [];
  const action = (title: string, edit: TextEdit): CodeAction => ({
    title,
    kind: "quickfix",
    diagnostics: [diagnostic],
    edit: { changes: { [uri]: [edit] } },
  });
  const fix = fixOf(finding, tree);
  const comment = commentAbove(finding, tree, project);
  return [
    ...(fix === undefined ? [] : [{ ...action(fix.title, fix.edit), isPreferred: true }]),
    ...(comment === undefined ? [] : [action(`Suppress "${finding.code}" with a comment that gives the reason.`, comment)]),
  ];
}

function fixOf({ edit, fixes: [fix] }: Finding, { source }: Tree): { readonly title: string; readonly edit: TextEdit } | undefined {
  const text = edit && separateEdits([edit]).length > 0 ? applyEdits([edit]).get(source.path) : undefined;
  if (edit !== undefined && text !== undefined)
    return { title: fix?.title ?? `Write ${JSON.stringify(edit.value)} instead.`, edit: difference(source.text, text) };
  return fix && { title: fix.title, edit: { range: toRange(fix.mark), newText: fix.text } };
}

/**
 * The edit that inserts a comment in the line above a finding, to suppress it. The comment has no effect until the user adds a reason.
 * `undefined` if the inserted line would not be a comment, for example inside a block scalar.
 */
function commentAbove({ code, mark }: Finding, tree: Tree, project: ShownFindings["project"]): TextEdit | undefined {
  const { text } = tree.source;
  if (text.length > longestCommented) return undefined;
  const { line } = mark.start;
  const start = lineStarts(text, text.length)[line - 1] ?? 0;
  const indent = /^ */.exec(mark.text)?.[0] ?? "";
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const comment = `# toolsetc-ignore ${code}: `;
  const edited = parseTree({ path: mark.file, text: `${text.slice(0, start)}${indent}${comment}${lineBreak}${text.slice(start)}` });
  const count = (of: Tree) => commentsIn(of, project).filter((each) => each === comment.trimEnd()).length;
  if (count(edited) !== count(tree) + 1) return undefined;
  const position = { line: line - 1, character: 0 };
  return { range: { start: position, end: position }, newText: `${indent}${comment}${lineBreak}` };
}

/** The comments of a YAML file, and of the YAML documents that some of its values contain. */
function commentsIn(tree: Tree, { files, nested }: ShownFindings["project"]): string[] {
  const known = files.get(tree.source.path);
  const inner = [...((known && nested.get(writtenTree(known))) ?? [])].flatMap(([pointer, document]) => {
    const value = valueAt(tree, parsePointer(pointer));
    return document.format === "yaml" && typeof value === "string" ? value : [];
  });
  const texts = tree.format === "yaml" && tree.data !== undefined ? [tree.source.text, ...inner] : inner;
  return texts.flatMap(yamlComments).map(({ text }) => text.trimEnd());
}
