import { readFastYaml } from "./fast-yaml.ts";
import { readYaml } from "./read-yaml.ts";
import { roundedNumbers } from "./rounded-numbers.ts";
import type { Parsed } from "./tree.ts";

/**
 * Reads YAML 1.2 with its core schema: dates and words such as `NO` are strings, and `<<` is a key like any other.
 *
 * `js-yaml` is 5 to 9 times as fast as `yaml`, but sees less and says less. It reads what is beyond doubt; whatever
 * fails or looks unusual is read by `yaml`, which gives positions. A test holds the two against each other.
 */
export function parseYaml(text: string): Parsed {
  const body = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text; // As long as it was, so that offsets stay.
  const fast = unusual.test(body) ? undefined : readFastYaml(body);
  const problems = fast && roundedNumbers(fast);
  return fast === undefined || problems === undefined ? readYaml(text) : { data: fast.data, problems };
}

// Directives, the end of a document, keys behind "?", and what the two parsers may take for a line break or for indentation.
const unusual = /^(?:%|\.\.\.|[ ]*(?:-[ ]+)*\?(?:\s|$))|\r(?!\n)|[\u0085\u2028\u2029]|(?:^|[:\-?,[\]{}|>"'])[ ]*\t|\t[ \t]*(?:#|\r?$)/m;
