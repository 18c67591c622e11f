import type { Stage } from "../settings.ts";
import { isCi } from "./is-ci.ts";
import { printStatus } from "./print.ts";
import { terminal } from "./terminal.ts";

/** The time after which it is shown what a command is doing, in milliseconds since the program was started. */
const patience = 500;

/** In the order of the stages. */
const titles: Readonly<Record<Stage["name"], string>> = {
  read: "Reading files",
  check: "Checking",
  compile: "Compiling",
  emit: "Generating output",
  finish: "Finishing",
};

/** Shows on a terminal what a command is doing, how far it is and since when. Whatever is printed next replaces it. */
export function showStage({ name, count }: Stage): void {
  const now = performance.now();
  const { stderr, env } = terminal();
  if (now < patience || stderr.isTTY !== true || env["TERM"] === "dumb" || isCi()) return;
  const stages = Object.keys(titles);
  const of = count === undefined ? "" : `, ${count} definition${count === 1 ? "" : "s"}`;
  printStatus(`[${stages.indexOf(name) + 1}/${stages.length}] ${titles[name]}${of}, ${(now / 1000).toFixed(1)} s`);
}
