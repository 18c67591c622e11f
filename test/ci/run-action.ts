import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Repository, readYaml, runShell } from "./repository.ts";

export interface ActionRun {
  readonly status: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: { readonly [name: string]: string };
}

type Values = Readonly<Record<string, string>>;

/** The steps of the action that run something: each can be run without the others, those after the check with what it wrote. */
export const steps: readonly string[] = ["check", "catalog", "comment"];

/** Executes steps of the action with a shell, with the files and variables that the runner gives them; by default not of a pull request. */
export async function runAction(
  repository: Pick<Repository, "folder" | "temp">,
  given: Values,
  env: Values = {},
  which = steps,
): Promise<ActionRun> {
  const { folder: root, temp } = repository;
  const action = readYaml("action.yml");
  const defaults = Object.entries<{ default: string }>(action.inputs).map(([name, input]) => [name, input.default]);
  const inputs: Values = { ...Object.fromEntries(defaults), ...given };
  expect(Object.keys(given).filter((name) => action.inputs[name] === undefined)).toEqual([]);
  const files = { GITHUB_OUTPUT: join(temp, "output"), GITHUB_STEP_SUMMARY: join(temp, "summary") };
  if (which.includes("check")) for (const path of Object.values(files)) writeFileSync(path, "");
  writeFileSync(join(temp, "event.json"), "{}");
  const runner = { GITHUB_ACTION_PATH: join(import.meta.dirname, "../.."), GITHUB_EVENT_PATH: join(temp, "event.json") };
  const outputs = () =>
    Object.fromEntries(
      readFileSync(files.GITHUB_OUTPUT, "utf8")
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [line.split(/=(.*)/s).slice(0, 2)])),
    );
  const filled = (value: string): string =>
    value
      .replaceAll("${{ github.token }}", "token-of-the-job")
      .replaceAll(/\$\{\{ (inputs|steps\.check\.outputs)\.([\w-]+) \}\}/g, (_all, from: string, name: string) =>
        from === "inputs" ? (inputs[name] ?? "") : (outputs()[name] ?? ""),
      );
  let status: number | null = 0;
  let log = "";
  const running = action.runs.steps.filter(({ run }: { run?: string }) => run !== undefined);
  expect(running).toHaveLength(steps.length);
  for (const [index, step] of running.entries()) {
    // A step without a condition runs only while none has failed; the others run always, and `uses` is not run here.
    if (!which.includes(steps[index] ?? "") || (step.if === undefined && status !== 0)) continue;
    if (step.if?.includes("inputs.comment == 'true'") && inputs["comment"] !== "true") continue;
    const own = Object.fromEntries(Object.entries<string>(step.env).map(([name, value]) => [name, filled(value)]));
    const folder = join(root, filled(step["working-directory"] ?? "."));
    const done = await runShell(step.run, { folder, temp, env: { ...files, ...runner, ...env, ...own } });
    if (status === 0) status = done.status;
    log += done.stdout;
  }
  return { status, log, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"), outputs: outputs() };
}
