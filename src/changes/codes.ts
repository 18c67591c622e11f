import type { Code } from "../diagnostic/diagnostic.ts";
import type { ChangeKind } from "./change.ts";

interface Shown {
  /** The change in one sentence. */
  readonly what: string;
}
const message = ({ what }: Shown): string => what;

const accept = "Where it is meant, accept it: `toolsetc breaking --accept <fingerprint> --reason <text>`.";

/** The codes of the changes that `breaking` reports, by kind. */
export const changeCodes = {
  "removed-tool": {
    code: "removed-tool",
    severity: "error",
    message,
    help: `Agents and programs that use it fail. Keep it, marked as deprecated, until nobody does. ${accept}`,
  },
  "renamed-tool": {
    code: "renamed-tool",
    severity: "error",
    message,
    help: `Agents, prompts, evaluations and programs name tools. Keep the name: \`overrides.<toolset>.tools.<id>.name\` in toolsetc.yaml sets it. ${accept}`,
  },
  "narrowed-input": {
    code: "narrowed-input",
    severity: "error",
    message,
    help: `Arguments that were valid are rejected. Accept them still, or add a tool beside this one. ${accept}`,
  },
  "widened-output": {
    code: "widened-output",
    severity: "error",
    message,
    help: `Programs that read the result were promised less. Keep the promise, or add a tool beside this one. ${accept}`,
  },
  "undecided-schema": {
    code: "undecided-schema",
    severity: "error",
    message,
    help: `It could not be decided whether all former values are still valid, so it counts as breaking. Compare the two schemas yourself. ${accept}`,
  },
  "changed-request": {
    code: "changed-request",
    severity: "error",
    message,
    help: `The same call of the tool does something else now. If that is another operation, add a tool beside this one. ${accept}`,
  },
  "changed-server": {
    code: "changed-server",
    severity: "error",
    message,
    help: `Calls, with their arguments and credentials, go to another place. Check who runs it. ${accept}`,
  },
  "changed-security": {
    code: "changed-security",
    severity: "error",
    message,
    help: `Calls need other credentials than those that callers have. Keep the former scheme as an alternative. ${accept}`,
  },
  "changed-approval": {
    code: "changed-approval",
    severity: "error",
    message,
    help: `Either calls run now that nobody approves, or calls wait that ran by themselves. ${accept}`,
  },
  "changed-hint": {
    code: "changed-hint",
    severity: "error",
    message,
    help: `Agents decide by these hints what they run without asking, and what they repeat. ${accept}`,
  },
  "changed-text": {
    code: "changed-text",
    severity: "warning",
    message,
    help: "A model chooses tools and arguments by what it reads. Read the new text as if somebody else had written it; `toolsetc diff` shows the words that changed.",
  },
} as const satisfies { readonly [kind in ChangeKind]?: Code<Shown> };

/** An acceptance that no change needs. */
export const spentAcceptance: Code<{ fingerprint: string }> = {
  code: "spent-acceptance",
  severity: "warning",
  message: ({ fingerprint }) => `No change has the fingerprint "${fingerprint}".`,
  help: "What it accepted is part of what is compared with, or has changed since. Remove the entry, so that the file lists only what is still to be released.",
};

export const changesCodes: readonly Code<never>[] = [...Object.values(changeCodes), spentAcceptance];
