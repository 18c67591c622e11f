import { wordOf } from "./words.ts";

/** Groups of words that people use for each other in requests, and for what many services have. */
const groups = `delete remove erase|cancel stop abort end terminate|copy duplicate clone|update edit change modify|create make new
find search look|start begin launch run trigger|pause suspend freeze|resume continue unpause|publish release|send mail email
approve accept allow|reject decline deny refuse|leave quit exit|join enter|follow subscribe watch|play listen hear|download export
upload import|reply answer respond|save store keep|buy purchase order|pay charge|check verify validate|person people user member
picture photo image avatar|message chat|file document attachment|comment note|movie film|song track music|company organization business
bill invoice|customer client buyer|discount coupon|state status|group team|folder directory|machine node host server|kind type category
history log|popular top trending|new latest newest recent last|similar related`;

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** The stems of the words with the meaning of the word with this stem, without the word itself. */
export function synonymsOf(stem: string): readonly string[] {
  known ??= readGroups();
  return known.get(stem) ?? [];
}

function readGroups(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const group of groups.split(/[|\n]/)) {
    const stems = group.trim().split(" ").map(wordOf);
    for (const stem of stems) found.set(stem, [...(found.get(stem) ?? []), ...stems.filter((each) => each !== stem)]);
  }
  return found;
}
