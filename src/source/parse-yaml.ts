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
  const fast = unusual.test(text) ? undefined : readFastYaml(text);
  const problems = fast && roundedNumbers(fast);
  return fast === undefined || problems === undefined ? readYaml(text) : { data: fast.data, problems };
}

const unusual = new RegExp(
  [
    // A byte order mark, directives, `---` with a value on its line, the end of a document, keys behind "?".
    /^(?:\ufeff|%|---(?:\S|[ ]+[^\s#])|\.\.\.|[ ]*(?:-[ ]+)*\?(?:\s|$))/,
    // What the two parsers may take for a line break or for indentation.
    /\r(?!\n)|[\u0085\u2028\u2029]|(?:^|[:\-?,[\]{}|>"'])[ ]*\t|\t[ \t]*(?:#|\r?$)|[ ](?![\s\S])/,
    // Anchors and tags: `js-yaml` counts aliases for nothing in its limits, and makes lists and mappings of nothing.
    /(?:&(?=\S)|!(?=[\s,\]}]|$))(?<=(?:^|[:,[{]|[-?][ ])[ ]*.)|!(?=[!<])(?<=(?:^|[\s,[{])!)/,
    // An item without a value before another dash, which `js-yaml` takes for one of the same list wherever it stands.
    /-(?<=(?:^|[ ])-)[ ]*(?:#.*)?\r?\n(?:[ ]*(?:#.*)?\r?\n)*[ ]*-(?:\s|$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "m",
);
