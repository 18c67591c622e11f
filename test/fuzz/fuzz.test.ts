import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { File } from "../../src/targets/target.ts";
import { hasCorpus } from "../corpus/corpus.ts";
import { compileAs, filesOf } from "./compiled.ts";
import { reproductionOf, seedOf } from "./daily-seed.ts";
import type { Fault } from "./fault.ts";
import { faultsOf } from "./find-faults.ts";
import { mutate, plant } from "./mutate.ts";
import { type FuzzedProject, textsOf } from "./project.ts";
import { createRandom } from "./random.ts";
import { reduce } from "./reduce.ts";
import { seedProject } from "./seeds.ts";
import { typeErrors } from "./type-check.ts";
import { valuesModule } from "./values-module.ts";

// Real documents and hand-written projects, mutated: whatever is wrong with them, the compiler must say it and not fall.
// `npm run test:fuzz` goes on for a minute; `FUZZ_SECONDS` and `FUZZ_SEED` change it, and `FUZZ_CASE` runs one case of a seed alone.
// Among all tests there are a few cases, other ones each day. The seed is printed, so that a failure can be repeated.
const isLong = process.env.FUZZ === "1";
const seconds = Number(process.env.FUZZ_SECONDS ?? 60);
const seed = seedOf(process.env.FUZZ_SEED, new Date());
const only = process.env.FUZZ_CASE;
const fewest = 20;
/** The others are only parsed: TypeScript takes as long as all else. */
const checkedShare = isLong ? 0.5 : 0;
const batch = 25;
const current = join(tmpdir(), "toolsetc-fuzz-current.txt");

interface Found extends Fault {
  readonly number: number;
}

test("no mutated project makes the compiler fail with a bug", { timeout: seconds * 1000 + 600_000 }, async () => {
  // Before the first case, so that it is known of a run that ends early.
  console.log(`The seed is FUZZ_SEED=${seed}.`);
  const found: Found[] = [];
  const waiting = new Map<string, readonly File[]>();
  const checkTypes = () => {
    for (const { folder, code, message } of typeErrors(waiting))
      found.push({ number: Number(folder.slice("case".length)), kind: `TypeScript refuses, TS${code}`, details: message });
    waiting.clear();
  };
  const end = performance.now() + seconds * 1000;
  const isOver = () => (only !== undefined ? count === 1 : isLong ? performance.now() > end : count === fewest);
  let count = 0;
  for (let number = Number(only ?? 1); !isOver(); number++) {
    // Should a case never end, this says which.
    writeFileSync(current, reproduction(number));
    const project = projectOf(number);
    const faults = await faultsOf(project);
    found.push(...faults.map((fault) => ({ ...fault, number })));
    count++;
    if (faults.length === 0 && (only !== undefined || createRandom(number).chance(checkedShare))) {
      const generated = await modulesOf(project);
      if (generated.length > 0) waiting.set(`case${number}`, generated);
    }
    if (waiting.size === batch) checkTypes();
  }
  checkTypes();
  const kinds = new Map<string, Found[]>();
  for (const fault of found) kinds.set(fault.kind, [...(kinds.get(fault.kind) ?? []), fault]);
  for (const [kind, [first, ...others]] of kinds) if (first !== undefined) await tell(kind, first, others.length);
  console.log(
    `${hasCorpus ? "" : "Without the corpus of real documents, with the project's own files alone: "}${count} projects compiled from seed ${seed}, ${kinds.size} kinds of fault found`,
  );
  expect([...kinds.keys()]).toEqual([]);
});

/** The same for the same seed and number. */
function projectOf(number: number): FuzzedProject {
  const random = createRandom(seed * 1_000_003 + number);
  let project = seedProject(random);
  for (let left = random.below(5); left > 0; left--) project = mutate(project, random);
  return random.chance(0.2) ? plant(project, random) : project;
}

async function modulesOf(project: FuzzedProject): Promise<readonly File[]> {
  const compilations = await Promise.all((["ts", "js"] as const).map((form) => compileAs(form, project, textsOf(project))));
  // The declarations of JavaScript modules stand in a folder of their own.
  return compilations.flatMap((compilation, index) => {
    const files = filesOf(compilation, "typescript");
    const values = index === 0 && files.length === 1 ? [valuesModule(compilation)] : [];
    return files.flatMap((each, place) => [...each, ...values].map(({ path, text }) => ({ path: `${index}-${place}/${path}`, text })));
  });
}

async function tell(kind: string, { number, details }: Found, others: number): Promise<void> {
  const fails = async (project: FuzzedProject) => {
    const faults = await faultsOf(project);
    if (!kind.startsWith("TypeScript refuses")) return faults.some((fault) => fault.kind === kind);
    if (faults.length > 0) return false;
    return typeErrors(new Map([["case", await modulesOf(project)]])).some(({ code }) => kind.endsWith(`TS${code}`));
  };
  const reduced = await reduce(projectOf(number), { fails, milliseconds: 10_000 });
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-fuzz-"));
  for (const [path, text] of Object.entries(textsOf(reduced))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  console.log(
    [
      `${kind}${others > 0 ? `, and ${others} more of this kind` : ""}`,
      `  ${reproduction(number)}, made from ${reduced.from}`,
      `  reduced (${reduced.input.kind}): ${folder}`,
      details.slice(0, 1500).replaceAll(/^/gm, "    "),
    ].join("\n"),
  );
}

function reproduction(number: number): string {
  return reproductionOf({ seed, number }, { hasCorpus });
}
