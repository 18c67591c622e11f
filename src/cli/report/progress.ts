import type { Stage } from "../../settings.ts";
import { isCi } from "../is-ci.ts";
import { terminal } from "../terminal.ts";
import { printStatus } from "./print.ts";

/** Progress is shown once the program has been running for this time, in milliseconds. */
const patience = 500;

/** The titles of the stages, in their order. */
const titles: Readonly<Record<Stage["name"], string>> = {
  read: "Reading files",
  check: "Checking",
  compile: "Compiling",
  emit: "Generating output",
  finish: "Finishing",
};

/** Shows the current stage and the elapsed time in the last line of a terminal. The next printed text replaces the line. */
export function showStage({ name, count }: Stage): void {
  const now = performance.now();
  const { stderr, env } = terminal();
  if (now < patience || stderr.isTTY !== true || env["TERM"] === "dumb" || isCi()) return;
  const stages = Object.keys(titles);
  const of = count === undefined ? "" : `, ${count} definition${count === 1 ? "" : "s"}`;
  printStatus(`[${stages.indexOf(name) + 1}/${stages.length}] ${titles[name]}${of}, ${(now / 1000).toFixed(1)} s`);
}
