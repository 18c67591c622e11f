import { describe, expect, test } from "vitest";
import { openApiDocuments, textOf } from "../corpus/corpus.ts";
import { lowerTexts } from "./lower-texts.ts";

/** An old document of Stripe with 51 templates that no path parameter fills. */
const invalid = new Set(["swagger-parser-oas4.yaml"]);

/** Each was read, and is so. */
const uncallableIn: ReadonlyMap<string, readonly string[]> = new Map([
  // The body is closed, and one of its alternatives requires a member that it does not declare.
  [
    "github-rest.json",
    [
      'In the input of the tool "campaigns/create-campaign", no value fits alternative 2 of `oneOf` in "body", because the member "secret_scanning_alerts" is required but not allowed.',
    ],
  ],
  [
    "rm-3.1-schema-types.json",
    [
      ...["entirely", "partiallyUsable"].map((name) => `No input of the tool "quirks_${name}IncompatibleAllOf" is valid`),
      'In the input of the tool "quirks_incompatibleNestedAllOf", no value fits the member "incompatible"',
    ].map((effect) => `${effect}, because a value must have the type "string" and also the type "integer".`),
  ],
  // A list under `enum` where the list of its items is meant.
  ["zoom-2021-swagger2.json", ['No input of the tool "webhookCreate" is valid, because no value of `enum` satisfies all other keywords.']],
]);

const name = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

describe("OpenAPI documents of the project and of the corpus", () => {
  test.each(openApiDocuments)(
    "each operation of $file becomes a tool with a name of its own, or has an error",
    { timeout: 60_000 },
    async (corpusDocument) => {
      const { file, isWhole } = corpusDocument;
      const texts = { [file]: textOf(corpusDocument) };
      const { program, documents, diagnostics, lowering } = await lowerTexts(texts, {
        kind: "openapi",
        path: file,
        include: [],
        exclude: [],
      });
      const [document] = documents.values();
      const [toolset] = program.toolsets;
      const wanted = document?.operationCount ?? 0;
      if (toolset === undefined) {
        expect(diagnostics.filter(({ severity }) => severity === "error")).not.toEqual([]);
        return;
      }
      const { account, tools } = toolset;
      const uncallable = lowering.filter(({ code }) => code === "impossible-input" || code === "clashing-credentials");
      expect(uncallable.map(({ message }) => message)).toEqual(uncallableIn.get(file) ?? []);
      expect(account.operations).toBe(wanted);
      expect(account.operations).toBe(account.tools + account.excluded + account.failed);
      // Of the twenty in all documents, each was read.
      expect(lowering.filter(({ code }) => code === "wrong-example").length).toBeLessThan(10);
      // An operation with TRACE is none that a client can call.
      const callable = wanted - lowering.filter(({ code }) => code === "unsendable-method").length;
      if (isWhole && !invalid.has(file)) expect(tools.length).toBeGreaterThanOrEqual(callable * 0.99);
      if (account.failed > 0)
        expect(lowering.some(({ severity }) => severity === "error") || (document?.refused.length ?? 0) > 0).toBe(true);

      expect(new Set(tools.map((tool) => tool.name.toLowerCase())).size).toBe(tools.length);
      expect(new Set(tools.map((tool) => tool.localName.toLowerCase())).size).toBe(tools.length);
      expect(tools.filter((tool) => !name.test(tool.name) || !name.test(tool.localName))).toEqual([]);
      for (const { input, output, binding } of tools) {
        expect(input.json).toMatchObject({ type: "object", additionalProperties: false });
        expect(output.json.type).toBe("object");
        const keys = Object.keys(input.json.properties ?? {});
        expect(keys.filter((key) => !name.test(key))).toEqual([]);
        if (binding.transport !== "http") throw new Error("An operation is executed over HTTP.");
        const members =
          binding.body === null
            ? []
            : "members" in binding.body.from
              ? binding.body.from.members.map(({ from }) => from)
              : [binding.body.from];
        const used = [...binding.parameters.map(({ from }) => from), ...members].flatMap((from) => ("input" in from ? [from.input] : []));
        // A request has no `_waiting`, with which a later call goes on to wait.
        const handle = binding.waiting === null || binding.waiting.style === "repeat" ? [] : ["_waiting"];
        expect([...used, ...handle].sort()).toEqual(keys.sort());
      }
    },
  );
});
