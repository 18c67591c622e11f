import { escapedJson } from "../../diagnostic/printable.ts";
import { isArray, type Json, member } from "../../source/json/json.ts";

/** The name of the file that lists accepted breaking changes. It is in the folder of the locks. */
export const acceptedFile = "accepted-changes.yaml";

/** A breaking change that a review has accepted. */
export interface Acceptance {
  readonly fingerprint: string;
  readonly reason: string;
}

/** Reads the entries of the file of accepted changes; `undefined` if the file does not contain a valid list of entries. */
export function readAcceptances(data: Json | undefined): readonly Acceptance[] | undefined {
  if (data === null || data === undefined) return [];
  if (!isArray(data)) return undefined;
  const entries = data.map((entry) => ({ fingerprint: member(entry, "fingerprint"), reason: member(entry, "reason") }));
  if (!entries.every(({ fingerprint, reason }) => typeof fingerprint === "string" && typeof reason === "string" && reason.trim() !== ""))
    return undefined;
  return entries.map(({ fingerprint, reason }) => ({ fingerprint: String(fingerprint), reason: String(reason) }));
}

/** An entry of the file of accepted changes. */
export interface AcceptedChange extends Acceptance {
  /** The name of the tool or the toolset. */
  readonly tool: string;
  readonly change: string;
}

/** The text of the file of accepted changes with a new entry at its end. The rest of the text is unchanged, including comments. */
export function withAcceptance(text: string, { fingerprint, tool, change, reason }: AcceptedChange): string {
  const start =
    text === ""
      ? "# Breaking changes that a review has accepted. `toolsetc breaking` reports the entries that can be removed.\n"
      : text.replace(/\n?$/, "\n");
  const line = (name: string, value: string) => `${name}: ${escapedJson(JSON.stringify(value))}\n`;
  return `${start}- ${line("fingerprint", fingerprint)}  ${line("tool", tool)}  ${line("change", change)}  ${line("reason", reason)}`;
}
