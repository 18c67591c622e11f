import type { Finding } from "../../findings/finding.ts";
import { type Html, html, trusted } from "./html.ts";
import { codeHtml } from "./markdown-inline.ts";

/** The findings as an HTML list. */
export function findingList(findings: readonly Finding[]): Html {
  return html`<ul class="findings">${findings.map(
    ({ severity, message, help, code, mark }) =>
      html`<li class="${trusted(severity)}"><b>${severity}</b> ${codeHtml(message)} <span class="help">${codeHtml(help)}</span> <code>${code}</code> <span class="place">${mark.file}:${String(mark.start.line)}</span></li>`,
  )}</ul>`;
}
