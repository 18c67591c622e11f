import type { Parsed } from "../tree.ts";
import { readFastYaml } from "./fast-yaml.ts";
import { readYaml } from "./read-yaml.ts";
import { roundedNumbers } from "./rounded-numbers.ts";

/**
 * Parses YAML 1.2 with its core schema: dates and words such as `NO` are strings, and `<<` is a key like any other. Two libraries are used:
 * `js-yaml` parses ordinary texts, since it is 5 to 9 times as fast as `yaml`, but it reports no positions. Texts that `js-yaml` rejects or
 * that contain something unusual are parsed by `yaml`. A test compares the results of both.
 */
export function parseYaml(text: string): Parsed {
  const fast = unusual.test(text) || hasDashBelowEmptyItem(text) ? undefined : readFastYaml(text);
  const problems = fast && roundedNumbers(fast);
  return fast === undefined || problems === undefined ? readYaml(text) : { data: fast.data, problems };
}

const unusual = new RegExp(
  [
    // Matches a byte order mark, a directive, `---` with a value on its line, the end of a document, or "?" before a key.
    /^(?:\ufeff|%|---(?:\S|[ ]+[^\s#])|\.\.\.|[ ]*(?:-[ ]+)*\?(?:\s|$))/,
    // Matches a character that one of the two parsers may treat as a line break or as indentation, and the other may not.
    /\r(?!\n)|[\u0085\u2028\u2029]|(?:^|[:\-?,[\]{}|>"'])[ ]*\t|\t[ \t]*(?:#|\r?$)|[ ](?![\s\S])/,
    // Matches an anchor or a tag. `js-yaml` does not limit aliases, and reads an empty value with a tag as an array or an object.
    /(?:&(?=\S)|!(?=[\s,\]}]|$))(?<=(?:^|[:,[{]|[-?][ ])[ ]*.)|!(?=[!<])(?<=(?:^|[\s,[{])!)/,
    // Matches the escape sequence of a code point that does not exist, which only `yaml` rejects.
    /\\U(?=[0-9A-Fa-f]{8})(?!00(?:0|10))/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "m",
);

/**
 * Whether the text has a sequence item without a value whose next line, apart from empty ones, begins with a dash. `js-yaml` adds the item
 * of that dash to the same sequence, whatever its indentation is. A single regular expression would overflow the stack at many empty lines.
 */
function hasDashBelowEmptyItem(text: string): boolean {
  const emptyItem = /-(?<=(?:^|[ ])-)[ ]*(?:#.*)?\r?\n/gm;
  while (emptyItem.test(text)) {
    emptyLine.lastIndex = emptyItem.lastIndex;
    while (emptyLine.test(text)) emptyItem.lastIndex = emptyLine.lastIndex;
    dash.lastIndex = emptyItem.lastIndex;
    if (dash.test(text)) return true;
  }
  return false;
}

const emptyLine = /[ ]*(?:#.*)?\r?\n/y;
const dash = /[ ]*-(?:\s|$)/y;
