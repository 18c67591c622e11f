// The figures that the compiler is held to, measured in turn. `npm run bench` prints the table of `rows.mjs`, and ends with 1 if a hold is
// missed; the README of this folder says how each row is measured.
import { existsSync } from "node:fs";
import { jobs } from "./jobs.mjs";
import { inTurn } from "./measure.mjs";
import { buildAt, corpus, output, prepare, root } from "./place.mjs";
import { clocksOf, rows, verdictOf } from "./rows.mjs";

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const former = process.env.BENCH_BEFORE;
const chosen = rows.filter(({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)));
if (chosen.length === 0) {
  console.error(`No row has ${words.join(" or ")} in its name:\n${rows.map(({ name }) => `  ${name}`).join("\n")}`);
  process.exit(2);
}

prepare();
const build = buildAt("now", root);
const builds = [build, ...(former === undefined ? [] : [buildAt("before", former)])];
const { samples: results, failures } = await inTurn(new Map(jobsOf(chosen)));
print();
const isMissed = chosen.some((row) => samplesOf("now", row) !== undefined && verdict(row).isMissed);
// Ends at once, since the server of some jobs still runs.
process.exit(isMissed || failures.size > 0 ? 1 : 0);

/** The jobs of the chosen rows: peers once, the others for each build. */
function jobsOf(/** @type {typeof rows} */ asked) {
  return [...new Set(asked.flatMap((row) => row.jobs))].flatMap((name) => {
    const job = jobs[name];
    if (job === undefined) throw new Error(`There is no job "${name}".`);
    // With few rounds, as to see that a job works, none has more.
    const count = rounds < 5 ? Math.min(rounds, job.rounds ?? rounds) : (job.rounds ?? rounds);
    return (job.isPeer ? [build] : builds).map(
      (each) => /** @type {const} */ ([keyOf(each.name, name), { rounds: count, run: () => job.run(each) }]),
    );
  });
}

/** @type {(build: string, job: string) => string} */
function keyOf(name, job) {
  return jobs[job]?.isPeer ? job : `${job} (${name})`;
}

/** The samples of a row's jobs; `undefined` if one of them could not be measured. */
function samplesOf(/** @type {string} */ name, /** @type {typeof rows[number]} */ row) {
  const samples = row.jobs.map((job) => /** @type {const} */ ([job, results.get(keyOf(name, job))]));
  return samples.some(([, sample]) => sample === undefined) ? undefined : Object.fromEntries(samples);
}

function verdict(/** @type {typeof rows[number]} */ row) {
  return verdictOf(row, samplesOf("now", row) ?? {}, samplesOf("before", row));
}

function print() {
  console.log(`GitHub's REST document, ${rounds} rounds in turn, medians; Node ${process.version}; written to ${output}\n`);
  const columns = ["figure", "measured", "processor time", "hold", "stretch", ...(former === undefined ? [] : ["before"]), ""];
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  for (const row of chosen) {
    const samples = samplesOf("now", row);
    if (samples === undefined) console.log(`| ${[row.name, skipped(row), ...columns.slice(2).map(() => "")].join(" | ")} |`);
    else console.log(lineOf(row, samples));
  }
  for (const [name, reason] of failures) console.log(`\n${name} failed: ${reason}`);
  console.log(`\n${[...results].map(([name, sample]) => detailOf(name, sample)).join("\n")}`);
}

function lineOf(/** @type {typeof rows[number]} */ row, /** @type {import("./rows.mjs").Samples} */ samples) {
  const { text, before, isMissed, isLost } = verdict(row);
  const values = clocksOf(row).map((clock) => number(row.figure(samples, clock)));
  const [measured = "", cpu = ""] = values;
  const cells = [
    row.name,
    measured,
    cpu,
    row.hold,
    row.stretch,
    ...(former === undefined ? [] : [before === undefined ? "" : number(before)]),
  ];
  const line = `| ${cells.join(" | ")} | ${text} |`;
  return (isMissed || isLost) && process.stdout.isTTY ? `\x1b[31m${line}\x1b[39m` : line;
}

function skipped(/** @type {typeof rows[number]} */ row) {
  if (row.jobs.some((job) => failures.has(keyOf("now", job)))) return "FAILS: the program that measures it failed";
  const needsCorpus = row.jobs.some((job) => jobs[job]?.needs === "corpus") && !existsSync(corpus);
  return needsCorpus ? "skipped: the corpus of real documents is not beside the project" : "skipped: this build has no such file";
}

/** The medians of a job, of which the table shows ratios. */
function detailOf(/** @type {string} */ name, /** @type {import("./measure.mjs").Sample} */ sample) {
  return `${name}: ${Object.entries(sample)
    .map(([figure, value]) => `${figure} ${number(value)}`)
    .join(", ")}`;
}

function number(/** @type {number} */ value) {
  return value < 10 ? value.toFixed(2) : value < 1000 ? value.toFixed(0) : Math.round(value).toLocaleString("en");
}
