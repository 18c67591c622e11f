import { readFormatVersion } from "../source/format-version.ts";
import { member } from "../source/json.ts";
import { originOfValue, type Tree } from "../source/tree.ts";
import { type Code, type Diagnostic, diagnostic } from "./diagnostic.ts";

const newerFormat: Code<{ needs: string; supported: string }> = {
  code: "newer-format",
  severity: "error",
  message: ({ needs, supported }) => `This file has the format ${needs}, and this version of toolsetc reads formats up to ${supported}.`,
  help: "What it says might mean something else by now, so it is not used. Use a version of toolsetc that knows this format.",
};

const invalidFormat: Code<{ supported: string }> = {
  code: "invalid-format-version",
  severity: "error",
  message: ({ supported }) => `The "formatVersion" is not written like "${supported}".`,
  help: "Without it nobody knows which version of toolsetc can read the file. Write the version that wrote it, or remove the line where it was written by hand.",
};

export const formatVersionCodes: readonly Code<never>[] = [newerFormat, invalidFormat];

/** Why a file of ours cannot be read by a version that knows `supported`; `undefined` where it can. */
export function explainFormatVersion(tree: Tree, supported: string): Diagnostic | undefined {
  const version = readFormatVersion(member(tree.data, "formatVersion"), supported);
  const place = originOfValue(tree, ["formatVersion"]);
  switch (version.kind) {
    case "readable":
      return undefined;
    case "too-new":
      return diagnostic(newerFormat, { needs: version.needs, supported }, place);
    case "malformed":
      return diagnostic(invalidFormat, { supported }, place);
  }
}
