import type { Code } from "../diagnostic/diagnostic.ts";
import { thousands } from "../diagnostic/name-list.ts";

export const invalidSuppression: Code<{ reason: string }> = {
  code: "invalid-suppression",
  severity: "warning",
  message: ({ reason }) => `This suppression comment is invalid: ${reason}.`,
  help: "Write `# toolsetc-ignore <code>: <reason>` at the end of the line of a finding or on the line before, or `# toolsetc-ignore-file <code>: <reason>`. Separate several codes by commas; an expiry date may follow them, as in `until 2027-01-31`.",
};

export const expiredSuppression: Code<{ codes: string; until: string }> = {
  code: "expired-suppression",
  severity: "warning",
  message: ({ codes, until }) => `This comment expired on ${until}, and no longer suppresses ${codes}.`,
  help: "The findings are shown again. Fix the findings and remove the comment, or write a later date and a reason for the later date.",
};

export const unusedSuppression: Code<{ code: string }> = {
  code: "unused-suppression",
  severity: "warning",
  message: ({ code }) => `There is no finding "${code}" to suppress here.`,
  help: "The comment would hide the finding if the same problem occurred later. Remove the code or the comment.",
};

export const unusedBaselineEntry: Code<{ code: string; file: string; count: number }> = {
  code: "unused-baseline-entry",
  severity: "warning",
  message: ({ code, file, count }) =>
    count === 1
      ? `The baseline contains the finding "${code}" in "${file}", but this finding no longer exists.`
      : `The baseline contains ${thousands(count)} findings in "${file}" that no longer exist. The first is "${code}".`,
  help: "The entry would hide the finding if the same problem occurred again. Run with `--update-baseline` to remove entries without a finding.",
};

export const suppressionCodes: readonly Code<never>[] = [invalidSuppression, expiredSuppression, unusedSuppression, unusedBaselineEntry];
