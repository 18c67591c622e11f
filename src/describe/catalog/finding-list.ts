import type { Finding } from "../../findings/finding.ts";
import { type Html, html, trusted } from "./html.ts";
import { codeHtml } from "./markdown-inline.ts";

/** What the page shows of a finding. */
export interface ShownFinding extends Pick<Finding, "severity" | "message" | "help" | "code"> {
  readonly mark: { readonly file: string; readonly start: { readonly line: number } };
}

/** The findings as an HTML list. */
export function findingList(findings: readonly ShownFinding[]): Html {
  return html`<ul class="findings">${findings.map(
    ({ severity, message, help, code, mark }) =>
      html`<li class="${trusted(severity)}"><b>${severity}</b> ${codeHtml(message)} <span class="help">${codeHtml(help)}</span> <code>${code}</code> <span class="place">${mark.file}:${String(mark.start.line)}</span></li>`,
  )}</ul>`;
}
