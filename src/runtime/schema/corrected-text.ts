import { exampleOf } from "./describe-schema.ts";
import type { ViolatedPart } from "./evaluation.ts";
import { exampleText } from "./example-text.ts";
import { locationAbove } from "./location.ts";

/** The end of a message that gives a valid value as an example, from the schema that contains the violated keyword. */
export function correctedText({ error: { keywordLocation }, path, nodes, isValid }: ViolatedPart): string {
  let location = locationAbove(keywordLocation);
  let node = nodes.at(location);
  // The keyword may be in a part of the schema that has the example.
  while (exampleOf(node, nodes) === undefined && /\/(?:then|allOf\/\d+)$/.test(location)) {
    location = location.replace(/\/(?:then|allOf\/\d+)$/, "");
    node = nodes.at(location);
  }
  return memberText(path.at(-1), exampleOf(node, nodes), (example) => isValid(example, node));
}

/** The end of a message that gives an example for a member; empty if there is none, or if it is invalid itself. */
export function memberText(name: string | number | undefined, example: unknown, isValid: (example: unknown) => boolean): string {
  return example === undefined || !isValid(example) ? "" : exampleText(name, example);
}
