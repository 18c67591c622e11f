// The figures that the compiler is held to. A new figure is one entry here, with a job in `jobs.mjs` if none measures it yet, and a row in
// the README of this folder.

/**
 * The results of the jobs of one build, by name.
 * @typedef {{ [job: string]: import("./measure.mjs").Sample }} Samples
 *
 * `seconds` by the clock, or `cpu` seconds of user and system time.
 * @typedef {"seconds" | "cpu"} Clock
 *
 * `hold` and `stretch` are the most that is allowed, or with `atLeast` the least. A figure of time has a `clock`, the one that is held; the
 * other one is printed beside it. `figure` gives the value of a row, for times by either clock.
 * @typedef {{
 *   name: string, hold: number, stretch: number, atLeast?: true, clock?: Clock,
 *   jobs: readonly string[], figure: (samples: Samples, clock: Clock) => number,
 * }} Row
 */

/**
 * A figure of time: what one job takes, as a ratio to another.
 * @type {(job: string, base: string, clock?: Clock) => Pick<Row, "jobs" | "figure" | "clock">}
 */
const ratio = (job, base, clock = "seconds") => ({
  clock,
  jobs: [job, base],
  figure: (samples, by) => figureOf(samples, job, by) / figureOf(samples, base, by),
});

/**
 * The time of one job, in seconds times `factor`.
 * @type {(job: string, factor?: number, clock?: Clock) => Pick<Row, "jobs" | "figure" | "clock">}
 */
const time = (job, factor = 1, clock = "seconds") => ({
  clock,
  jobs: [job],
  figure: (samples, by) => figureOf(samples, job, by) * factor,
});

/**
 * Another figure of a job, divided by a number, or by a figure of a job.
 * @type {(job: string, name: string, by?: number | readonly [job: string, name: string]) => Pick<Row, "jobs" | "figure">}
 */
const value = (job, name, by = 1) => ({
  jobs: typeof by === "number" ? [job] : [job, by[0]],
  figure: (samples) => figureOf(samples, job, name) / (typeof by === "number" ? by : figureOf(samples, ...by)),
});

/** @type {(samples: Samples, job: string, name: string) => number} */
function figureOf(samples, job, name) {
  const found = samples[job]?.[name];
  if (found === undefined) throw new Error(`The job "${job}" has no figure "${name}".`);
  return found;
}

/** @type {readonly Row[]} */
export const rows = [
  { name: "compile to disk / openapi-mcp-generator", hold: 1, stretch: 0.9, ...ratio("compile", "openapi-mcp-generator") },
  { name: "compile to disk / openapi-typescript", hold: 0.2, stretch: 0.18, ...ratio("compile", "openapi-typescript") },
  { name: "compile in the process / JSON.parse", hold: 13, stretch: 10, ...value("in-process", "compiled", ["in-process", "parse"]) },
  { name: "validate / compile, processor time", hold: 1, stretch: 0.9, ...ratio("validate", "compile", "cpu") },
  {
    name: "peak memory / openapi-typescript",
    hold: 0.5,
    stretch: 0.4,
    ...value("compile", "megabytes", ["openapi-typescript", "megabytes"]),
  },
  { name: "files written for GitHub", hold: 60, stretch: 60, ...value("compile", "files") },
  { name: "MB written for GitHub, with the manifest", hold: 8, stretch: 7, ...value("compile", "bytes", 1e6) },
  { name: "MB written for GitHub, without the manifest", hold: 5.5, stretch: 5, ...value("compile", "withoutManifest", 1e6) },
  {
    name: "bytes of type text / openapi-typescript's",
    hold: 0.3,
    stretch: 0.25,
    ...value("compile", "types", ["openapi-typescript", "bytes"]),
  },
  {
    name: "bytes of all TypeScript / openapi-typescript's",
    hold: 0.85,
    stretch: 0.7,
    ...value("compile", "typescript", ["openapi-typescript", "bytes"]),
  },
  {
    name: "tsc on the declarations of emit: js / on openapi-typescript's",
    hold: 1,
    stretch: 0.9,
    ...ratio("tsc-declarations", "tsc-peer-whole"),
  },
  { name: "tsc on the TypeScript form / on openapi-typescript's", hold: 1.3, stretch: 1, ...ratio("tsc", "tsc-peer") },
  { name: "YAML form / JSON form (OpenAI)", hold: 1.6, stretch: 1.4, ...ratio("openai-yaml", "openai-json") },
  { name: "YAML form / JSON form (with a list item {})", hold: 1.6, stretch: 1.4, ...ratio("list-item-yaml", "list-item-json") },
  { name: "twice the operations / once", hold: 2, stretch: 1.6, ...ratio("doubled", "compile") },
  { name: "Stripe: output / source bytes", hold: 1.5, stretch: 1, ...value("stripe", "typescript", ["stripe", "source"]) },
  { name: "nothing changed / (read + sha256)", hold: 1.45, stretch: 1.2, ...ratio("unchanged", "read-and-hash") },
  { name: "nothing changed in 50 toolsets / (read + sha256)", hold: 1.6, stretch: 1.5, ...ratio("unchanged-fifty", "read-and-hash-fifty") },
  { name: "one of 50 toolsets changed / that one alone", hold: 2, stretch: 1.5, ...ratio("edited-fifty", "edited-alone") },
  { name: "list of 50 unchanged toolsets / (read + sha256)", hold: 2, stretch: 1.5, ...ratio("list-fifty", "read-and-hash-fifty") },
  { name: "validate of 50 unchanged toolsets / (read + sha256)", hold: 2, stretch: 1.5, ...ratio("validate-fifty", "read-and-hash-fifty") },
  { name: "ci of 50 unchanged toolsets / (read + sha256)", hold: 2, stretch: 1.5, ...ratio("ci-fifty", "read-and-hash-fifty") },
  { name: "compile --toolset of one of 50 / that one alone", hold: 1.3, stretch: 1.1, ...ratio("toolset-of-fifty", "toolset-alone") },
  { name: "call of one tool of 50 toolsets / of its toolset alone", hold: 1.1, stretch: 1, ...ratio("call-of-fifty", "call-alone") },
  { name: "breaking with 50 changes, seconds", hold: 1.6, stretch: 1, ...time("breaking") },
  { name: "breaking, 500 types reachable from 60 requests, seconds", hold: 5, stretch: 2, ...time("breaking-types") },
  { name: "one tool bundled by esbuild, minified kB", hold: 45, stretch: 25, ...value("bundle", "minified", 1000) },
  { name: "one tool bundled by esbuild, gzip kB", hold: 15, stretch: 9, ...value("bundle", "gzip", 1000) },
  {
    name: "cold start with one bundled tool / bare fetch, processor time",
    hold: 1.1,
    stretch: 1.05,
    ...ratio("cold-tool", "cold-fetch", "cpu"),
  },
  { name: "execute / a bare fetch, processor time", hold: 1.4, stretch: 1.25, ...value("execute", "execute", ["execute", "fetch"]) },
  { name: "heap that a call keeps, kB", hold: 1, stretch: 0.6, ...value("execute", "heap", 1000) },
  { name: "tokens of GitHub's list", hold: 324_000, stretch: 300_000, ...value("tokens", "full") },
  { name: "tokens of GitHub's list, as served", hold: 359_000, stretch: 300_000, ...value("tokens", "served") },
  { name: "tokens of GitHub's list, compact", hold: 185_000, stretch: 150_000, ...value("tokens", "compact") },
  { name: "discovery, recall at 5", hold: 0.67, stretch: 0.7, atLeast: true, ...value("recall", "at5") },
  { name: "discovery, recall at 10", hold: 0.83, stretch: 0.86, atLeast: true, ...value("recall", "at10") },
  { name: "index of GitHub's tools, milliseconds", hold: 60, stretch: 40, ...time("index", 1000) },
  { name: "importing all tools (emit: js) / reading the manifest", hold: 1.2, stretch: 1, ...ratio("load-modules", "load-manifest") },
  { name: "aiSdk over all of GitHub's tools, instantiations", hold: 170_000, stretch: 100_000, ...value("instantiations", "count") },
  { name: "editor: first hover in GitHub's tools, seconds of processor time", hold: 3, stretch: 2.5, ...time("editor", 1, "cpu") },
  { name: "editor: memory, MB", hold: 280, stretch: 250, ...value("editor", "megabytes") },
  { name: "production install, packages", hold: 2, stretch: 2, ...value("install", "packages") },
  { name: "production install, MB unpacked", hold: 1.5, stretch: 1.2, ...value("install", "bytes", 1e6) },
  { name: "toolsetc --help, milliseconds", hold: 100, stretch: 60, ...time("help", 1000) },
  { name: "--watch of 50 toolsets, from a change to its output, milliseconds", hold: 200, stretch: 100, ...value("watch", "milliseconds") },
  { name: "a search in GitHub's tools, milliseconds", hold: 2, stretch: 1, ...value("index", "searched") },
];

/** A loss against the build before of this share or more is marked. */
const loss = 0.05;

/**
 * The clocks of a row, that of the wall first; one that no figure uses, if the row is not of time.
 * @type {(row: Row) => readonly Clock[]}
 */
export function clocksOf({ clock }) {
  return clock === undefined ? ["seconds"] : ["seconds", "cpu"];
}

/**
 * Whether a row reaches what it is held to, and whether it has lost against another build.
 * @type {(row: Row, samples: Samples, former: Samples | undefined) =>
 *   { text: string, isMissed: boolean, isLost: boolean, before: number | undefined }}
 */
export function verdictOf(row, samples, former) {
  const { hold, stretch, atLeast, clock = "seconds" } = row;
  const measured = row.figure(samples, clock);
  const before = former && row.figure(former, clock);
  const reaches = (/** @type {number} */ limit) => (atLeast ? measured >= limit : measured <= limit);
  const isLost = before !== undefined && (atLeast ? measured <= before * (1 - loss) : measured >= before * (1 + loss));
  const isMissed = !reaches(hold);
  const share = before === undefined ? 0 : Math.round(Math.abs(measured / before - 1) * 100);
  const text = isMissed ? "FAILS" : reaches(stretch) ? "stretch" : "holds";
  return { text: isLost ? `${text}, lost ${share} %` : text, isMissed, isLost, before };
}
