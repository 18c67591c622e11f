import { readFastYaml } from "./fast-yaml.ts";
import { readYaml } from "./read-yaml.ts";
import { roundedNumbers } from "./rounded-numbers.ts";
import type { Parsed } from "./tree.ts";

/**
 * Parses YAML 1.2 with its core schema: dates and words such as `NO` are strings, and `<<` is a key like any other.
 *
 * `js-yaml` is 5 to 9 times as fast as `yaml`, but reports no positions. It parses ordinary texts; texts that it rejects or that
 * contain something unusual are parsed by `yaml`. A test compares the two parsers.
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
    // What the two parsers may treat differently as a line break or indentation.
    /\r(?!\n)|[\u0085\u2028\u2029]|(?:^|[:\-?,[\]{}|>"'])[ ]*\t|\t[ \t]*(?:#|\r?$)|[ ](?![\s\S])/,
    // Anchors and tags: `js-yaml` does not limit aliases, and turns empty values with a tag into lists and mappings.
    /(?:&(?=\S)|!(?=[\s,\]}]|$))(?<=(?:^|[:,[{]|[-?][ ])[ ]*.)|!(?=[!<])(?<=(?:^|[\s,[{])!)/,
    // An item without a value before another dash, which `js-yaml` adds to the same list at any indentation.
    /-(?<=(?:^|[ ])-)[ ]*(?:#.*)?\r?\n(?:[ ]*(?:#.*)?\r?\n)*[ ]*-(?:\s|$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "m",
);
