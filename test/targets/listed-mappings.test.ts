import { expect, test } from "vitest";
import { profiles } from "../../src/runtime/projection/limits/profile.ts";
import { reduceSchema } from "../../src/runtime/projection/reduce/reduce-schema.ts";
import { selfContained } from "../../src/schema/closure.ts";
import { isObject, type Json, member } from "../../src/source/json/json.ts";
import { shownInput } from "../../src/targets/shown-input.ts";
import { openApiDocuments, textOf } from "../corpus/corpus.ts";
import { lowerTexts } from "../lower/lower-texts.ts";

/** Documents whose tools are too many to list in four forms. */
const large = new Set(["cloudflare.json", "github.json", "stripe.json", "microsoft-graph.yaml"]);

test.each(openApiDocuments.filter(({ file }) => !large.has(file)))(
  "$file: a discriminator in a list of schemas maps only to schemas of the list",
  { timeout: 60_000 },
  async (document) => {
    const { file } = document;
    const { program } = await lowerTexts({ [file]: textOf(document) }, { kind: "openapi", path: file, include: [], exclude: [] });
    for (const toolset of program.toolsets) {
      for (const tool of toolset.tools) {
        const forms = [
          shownInput(tool, toolset, {}),
          shownInput(tool, toolset, { detail: "compact" }),
          ...Object.values(profiles).map((profile) => reduceSchema(selfContained(tool.input.json, toolset.schemas), profile) as Json),
        ];
        for (const form of forms) expect(danglingIn(form), tool.id).toEqual([]);
      }
    }
  },
);

/** The references in mappings that have no target in `$defs`, and mappings that are empty. */
function danglingIn(schema: Json): Json[] {
  const listed = member(schema, "$defs");
  const found: Json[] = [];
  const walk = (node: Json): void => {
    if (typeof node !== "object" || node === null) return;
    const mapping = isObject(node) && isObject(node.discriminator) ? node.discriminator.mapping : undefined;
    if (isObject(mapping)) {
      const names = Object.values(mapping);
      if (names.length === 0) found.push({});
      found.push(...names.filter((name) => member(listed, String(name).slice("#/$defs/".length)) === undefined));
    }
    for (const each of Object.values(node)) walk(each as Json); // The cast is safe: the values of JSON are JSON.
  };
  walk(schema);
  return found;
}
