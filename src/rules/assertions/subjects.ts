import type { Definition } from "../../definition/definition.ts";
import type { Tool, Toolset } from "../../ir/ir.ts";
import type { ProjectAssertion } from "../../project/config/config.ts";
import type { Place } from "../../source/tree.ts";
import { addressesOf } from "../addresses.ts";
import type { RuleContext } from "../rule.ts";
import { placeOfDescription, visitedParameters } from "../run-rules.ts";
import { credentialsOf } from "./credentials.ts";
import type { Fact } from "./fact-test.ts";
import { facts, metadataFact } from "./facts.ts";

/** Something that an assertion is about, such as an argument. */
export interface Subject {
  readonly inWords: () => string;
  readonly place: () => Place;
  readonly tool: Tool | undefined;
  readonly fact: (name: string) => Fact;
}

/** A definition that was compiled, and its toolset. */
interface Compiled {
  readonly definition: Definition;
  readonly toolset: Toolset;
  readonly context: RuleContext;
}

/** All that an assertion with this `each` is about in a toolset. */
export const subjectsOf: { readonly [each in ProjectAssertion["each"]]: (compiled: Compiled) => Iterable<Subject> } = {
  *tool({ toolset }) {
    for (const tool of toolset.tools) {
      const known = { tool, toolset };
      yield {
        inWords: () => `the tool "${tool.id}"`,
        place: () => placeOfDescription(tool),
        tool,
        fact: (name) => (facts.tool[name] ?? metadataFact(name))?.(known),
      };
    }
  },
  *argument({ toolset }) {
    for (const tool of toolset.tools)
      for (const known of visitedParameters(tool, toolset))
        yield {
          inWords: () => `the argument "${known.name}" of the tool "${tool.id}"`,
          place: known.place,
          tool,
          fact: (name) => (facts.argument[name] ?? metadataFact(name))?.(known),
        };
  },
  *result({ toolset }) {
    for (const tool of toolset.tools) {
      const known = { tool, toolset };
      yield {
        inWords: () => `the result of the tool "${tool.id}"`,
        place: () => tool.output.origin,
        tool,
        fact: (name) => (facts.result[name] ?? metadataFact(name))?.(known),
      };
    }
  },
  *server({ definition, toolset, context }) {
    for (const { written, url, place } of addressesOf(definition, context))
      yield {
        inWords: () => `the server "${written}"`,
        place: () => place,
        tool: undefined,
        fact: (name) => facts.server[name]?.({ toolset, written, url }),
      };
  },
  *credential({ definition, toolset, context }) {
    for (const credential of credentialsOf(definition, toolset, context.documentOf(definition)))
      yield {
        inWords: () => `the credential "${credential.name}" of the toolset "${toolset.name}"`,
        place: () => credential.place,
        tool: undefined,
        fact: (name) => facts.credential[name]?.({ toolset, credential }),
      };
  },
  *toolset({ toolset }) {
    yield {
      inWords: () => `the toolset "${toolset.name}"`,
      place: () => toolset.origin,
      tool: undefined,
      fact: (name) => facts.toolset[name]?.({ toolset }),
    };
  },
};
