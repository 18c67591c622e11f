import type { Code } from "../../diagnostic/diagnostic.ts";
import type { ChangeKind } from "./change.ts";

interface ChangeParams {
  /** The change in one sentence. */
  readonly what: string;
}
const message = ({ what }: ChangeParams): string => what;

const accept =
  "If the change is intended, accept it: `toolsetc breaking --accept <fingerprint> --reason <text>`. `toolsetc breaking` lists the fingerprints.";

/** The codes of the changes that `breaking` reports, by kind. */
export const changeCodes = {
  "removed-tool": {
    code: "removed-tool",
    severity: "error",
    message,
    help: `Agents and programs that use the tool fail. Keep the tool, marked as deprecated, until nothing uses it. ${accept}`,
  },
  "removed-uncallable-tool": {
    code: "removed-uncallable-tool",
    severity: "note",
    message,
    help: "No program misses a tool that it could not call. Earlier versions of toolsetc made tools for methods that `fetch` cannot send. `toolsetc lock` writes the lock without it.",
  },
  "renamed-tool": {
    code: "renamed-tool",
    severity: "error",
    message,
    help: `Agents, prompts, evaluations and programs refer to tools by name. Keep the name: \`overrides.<toolset>.tools.<id>.name\` in toolsetc.yaml sets it. ${accept}`,
  },
  "removed-pages": {
    code: "removed-pages",
    severity: "error",
    message,
    help: `Programs that read the list with \`pages\` fail: the tool has no such method any more. If the list still has pages, \`overrides.<toolset>.tools.<id>.pages\` in toolsetc.yaml describes them. ${accept}`,
  },
  "narrowed-input": {
    code: "narrowed-input",
    severity: "error",
    message,
    help: `Arguments that were valid are rejected. Continue to accept these arguments, or add a second tool for the new arguments. ${accept}`,
  },
  "widened-output": {
    code: "widened-output",
    severity: "error",
    message,
    help: `Programs that use the result may not expect the new values. Keep the former output schema, or add a second tool. ${accept}`,
  },
  "new-result-value": {
    code: "new-result-value",
    severity: "warning",
    message,
    help: `A program that handles each known value may not handle a new one. A model reads it as any other. \`breaking\` in toolsetc.yaml says who uses the tools: this is a note for \`model\`, a warning for \`typed\`, and an error for \`strict\`. ${accept}`,
  },
  "undecided-schema": {
    code: "undecided-schema",
    severity: "error",
    message,
    help: `The compiler cannot decide whether all former values are still valid, so the change counts as breaking. Compare the two schemas by hand. ${accept}`,
  },
  "changed-request": {
    code: "changed-request",
    severity: "error",
    message,
    help: `The same call of the tool now sends another request. If the new request is for another operation, add a second tool. ${accept}`,
  },
  "changed-server": {
    code: "changed-server",
    severity: "error",
    message,
    help: `Calls, with their arguments and credentials, go to another server. Check who operates the new server. ${accept}`,
  },
  "changed-security": {
    code: "changed-security",
    severity: "error",
    message,
    help: `Callers may not have the credentials that calls now need. Keep the former security scheme as an alternative. ${accept}`,
  },
  "changed-approval": {
    code: "changed-approval",
    severity: "error",
    message,
    help: `Calls now run without the user's approval, or wait for an approval that they did not need. ${accept}`,
  },
  "changed-hint": {
    code: "changed-hint",
    severity: "error",
    message,
    help: `Clients use the hint to decide which calls run without asking the user. After this change, they may ask less. ${accept}`,
  },
  "cautious-hint": {
    code: "cautious-hint",
    severity: "note",
    message,
    help: "Clients use the hint to decide which calls run without asking the user. After this change, they do not ask less.",
  },
  "changed-text": {
    code: "changed-text",
    severity: "warning",
    message,
    help: "A model chooses tools and arguments by the texts that it reads. Review the new text; `toolsetc diff` shows the words that changed.",
  },
} as const satisfies { readonly [kind in ChangeKind]?: Code<ChangeParams> };

/** The code for a changed text that others wrote, such as the operator of an MCP server. */
export const unreviewedText: Code<{ toolset: string; what: string }> = {
  code: "unreviewed-text",
  severity: "error",
  message: ({ what }) => what,
  help: "Others wrote this text, and a model follows what it reads. Look for instructions that do not belong there. Then accept all new texts of the toolset: `toolsetc breaking --accept-texts <toolset> --reason <text>`.",
};

/** The code for texts that differ from those in a lock only because another version of the compiler wrote the lock. */
export const rewrittenTexts: Code<{ toolset: string; count: number }> = {
  code: "rewritten-texts",
  severity: "note",
  message: ({ toolset, count }) =>
    `Another version of toolsetc wrote the lock of "${toolset}", in which ${count === 1 ? "1 text differs" : `${count} texts differ`}.`,
  help: "The document is the same, or the lock does not say from which document it was made. `toolsetc diff` shows the texts, and `toolsetc lock` writes the lock anew.",
};

/** The code for an entry of the file of accepted changes that matches no current change. */
export const unusedAcceptance: Code<{ fingerprint: string }> = {
  code: "unused-acceptance",
  severity: "warning",
  message: ({ fingerprint }) => `No change has the fingerprint "${fingerprint}", so this entry accepts nothing.`,
  help: "If toolsetc before 0.3 wrote the entry, accept the change anew: it had another fingerprint for each place of a change. Otherwise, the accepted change is already in the base of this comparison, or has changed since. The lock of a branch has it as soon as it is written: keep the entry until the base of `--against` in CI has the change too. Then remove it, so that the file lists only unreleased changes.",
};

export const changesCodes: readonly Code<never>[] = [...Object.values(changeCodes), unreviewedText, rewrittenTexts, unusedAcceptance];
