import { describe, expect, test } from "vitest";
import { analyze } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { createRestoreArguments } from "../../src/runtime/adapters/providers/restore-arguments.ts";
import { isRecord } from "../../src/runtime/json.ts";
import { type Projection, project } from "../../src/runtime/projection/convert/project.ts";
import { profiles } from "../../src/runtime/projection/limits/profile.ts";
import type { ProfileName } from "../../src/runtime/projection/limits/provider-limits.ts";
import { actionOn } from "../../src/runtime/projection/limits/table.ts";
import { createValidator } from "../../src/runtime/schema/validate.ts";
import type { Validator } from "../../src/runtime/schema/validator.ts";
import { selfContained } from "../../src/schema/closure.ts";
import { optionsOf } from "../compile-texts.ts";
import { hasCorpus, openApiDocuments } from "../corpus/corpus.ts";
import { isLong } from "../long.ts";
import { sampleArguments } from "../runtime/projection/sample-arguments.ts";
import { randomOf } from "../schema/values.ts";

// Arguments that match the schema which a provider is given should be arguments that the call accepts.
const names = Object.keys(profiles) as ProfileName[]; // A Record's keys.
/** Gemini is given keywords that it documents to ignore; these arguments are made without them. */
const withoutIgnored = "gemini, without what it ignores";
const tally = new Map([...names, withoutIgnored].map((mode) => [mode, { tried: 0, refused: 0 }]));
/** One tool of so many is tried. */
const step = isLong ? 1 : 7;

describe("arguments that match a provider's schema", () => {
  test.each(openApiDocuments)(
    "are accepted by the tool, except for known cases: $file",
    { timeout: 300_000 },
    async ({ folder, file: path }) => {
      const { program } = await analyze(createHost(folder), optionsOf({ input: { kind: "openapi", path, include: [], exclude: [] } }));
      for (const toolset of program.toolsets) {
        for (const [index, tool] of toolset.tools.entries()) {
          if (index % step > 0) continue;
          const schema = selfContained(tool.input.json, toolset.schemas);
          const isValid = createValidator(schema, "asserted");
          for (const name of names) {
            const projection = project(schema, name);
            if (projection.refusals.length > 0) continue;
            tryArguments(name, projection, index, isValid);
            if (name === "gemini") tryArguments(withoutIgnored, { ...projection, schema: enforcedPart(projection.schema) }, index, isValid);
          }
        }
      }
    },
  );
});

function tryArguments(mode: string, projection: Projection, seed: number, isValid: Validator): void {
  const counts = tally.get(mode);
  const value = sampleArguments(projection.schema, randomOf(seed + 1));
  // The sampler does not know every keyword: what is not sent is not counted.
  if (counts === undefined || createValidator(projection.schema, "annotations")(value).length > 0) return;
  counts.tried += 1;
  if (isValid(createRestoreArguments(projection)(value)).length > 0) counts.refused += 1;
}

/** The schema without the keywords that the provider documents to ignore. */
function enforcedPart(schema: Projection["schema"]): Projection["schema"] {
  const strip = (value: unknown, isNamed: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => strip(each, false));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(([keyword]) => isNamed || actionOn(keyword, "gemini") !== "repeat");
    return Object.fromEntries(entries.map(([key, each]) => [key, strip(each, !isNamed && (key === "properties" || key === "$defs"))]));
  };
  return strip(schema, false) as Projection["schema"]; // An object for an object.
}

test.skipIf(!hasCorpus)("of the arguments for each provider, the tools refuse less than 1 % (skipped without the corpus)", () => {
  const shares = [...tally].map(([mode, { tried, refused }]) => ({ mode, tried, refused, share: (100 * refused) / tried }));
  console.table(shares);
  for (const { mode, tried, share } of shares) {
    expect(tried, mode).toBeGreaterThan(500);
    if (mode !== withoutIgnored) expect(share, mode).toBeLessThan(1);
  }
});
