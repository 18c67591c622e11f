import { member } from "../source/json/json.ts";
import { readFormatVersion } from "../source/text/format-version.ts";
import { originOfValue, type Tree } from "../source/tree.ts";
import { type Code, type Diagnostic, diagnostic } from "./diagnostic.ts";

const newerFormat: Code<{ needs: string; supported: string }> = {
  code: "newer-format",
  severity: "error",
  message: ({ needs, supported }) => `This file has the format ${needs}, and this version of toolsetc reads formats up to ${supported}.`,
  help: "Fields may have a different meaning in a newer format, so the file is not used. Use a version of toolsetc that supports this format.",
};

const invalidFormatVersion: Code<{ supported: string }> = {
  code: "invalid-format-version",
  severity: "error",
  message: ({ supported }) => `The field "formatVersion" must be a string such as "${supported}".`,
  help: "The format version determines which versions of toolsetc can read the file. Restore the line that toolsetc wrote, or remove the line from a file that was written by hand.",
};

export const formatVersionCodes: readonly Code<never>[] = [newerFormat, invalidFormatVersion];

/**
 * Explains why a file cannot be read by a version of toolsetc that supports format versions up to `supported`; `undefined` if the file can
 * be read.
 */
export function explainFormatVersion(tree: Tree, supported: string): Diagnostic | undefined {
  const version = readFormatVersion(member(tree.data, "formatVersion"), supported);
  const place = originOfValue(tree, ["formatVersion"]);
  switch (version.kind) {
    case "readable":
      return undefined;
    case "too-new":
      return diagnostic(newerFormat, { needs: version.needs, supported }, place);
    case "malformed":
      return diagnostic(invalidFormatVersion, { supported }, place);
  }
}
