import type { JsonObject } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { sha256 } from "../../source/text/hash.ts";
import { riskier } from "../compare/compare-tool.ts";
import { type ReadTexts, readTexts, type TextPlace } from "./read-texts.ts";

/** A difference in what a model reads at one place of a toolset. */
export interface ChangedText extends TextPlace {
  /** The texts that only one of the two versions has. If a tool, a schema or a member is new, `after` has all of its new texts. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether the tool, the schema or the member is new. */
  readonly isNew: boolean;
  /** How many other places with the same name changed in the same way. */
  readonly repeated: number;
}

/**
 * What a model reads otherwise than before, from two canonical contracts of a toolset. A text that only moved, such as into a shared schema,
 * is not new. A tool or a member that was removed is not listed, nor a new name of a tool or a riskier hint: `compareContracts` reports them.
 */
export function changedTexts(former: JsonObject, next: JsonObject): readonly ChangedText[] {
  const [before, after] = [versionOf(former), versionOf(next)];
  const found = new Map<string, Difference>();
  const differenceAt = (key: string, place: TextPlace, isNew: boolean): Difference => {
    const difference = found.get(key) ?? { place, isNew, before: [], after: [] };
    found.set(key, difference);
    return difference;
  };
  for (const [key, place] of after.texts) {
    const was = before.texts.get(key);
    for (const text of place.texts) {
      if (was === undefined ? before.known.has(namedText(place, text)) : was.texts.has(text) || isBreak(place, text)) continue;
      const added = addedPart(place, text, before.described);
      if (added === undefined) differenceAt(key, place, false).after.push(text);
      else differenceAt(partKey(added), added, true).after.push(...textsInPart(place, text));
    }
  }
  for (const [key, place] of before.texts) {
    const is = after.texts.get(key);
    const isKept = place.keyword !== "properties" && after.described.has(partKey(place));
    for (const text of isKept ? place.texts : []) {
      const isGone =
        is === undefined
          ? !after.known.has(namedText(place, text))
          : !is.texts.has(text) && ![...is.texts].some((each) => isBreak(place, each));
      if (isGone) differenceAt(key, place, false).before.push(text);
    }
  }
  return grouped([...found.values()]);
}

/** A digest of all that a model reads of a toolset. Two contracts with the same digest have the same texts at the same places. */
export function textsDigest(contract: JsonObject): string {
  const entries = [...readTexts(contract)].map(([key, { texts }]) => JSON.stringify([key, [...texts].sort(compareText)]));
  return sha256(entries.sort(compareText).join("\n"));
}

interface Difference {
  readonly place: TextPlace;
  readonly isNew: boolean;
  readonly before: string[];
  readonly after: string[];
}

interface Version {
  readonly texts: ReadonlyMap<string, ReadTexts>;
  /** The tools, schemas and members that are described. */
  readonly described: ReadonlySet<string>;
  /** Each text with the keyword and the name of what it describes. */
  readonly known: ReadonlySet<string>;
}

function versionOf(contract: JsonObject): Version {
  const texts = readTexts(contract);
  const described = new Set<string>();
  const known = new Set<string>();
  for (const place of texts.values()) {
    for (const part of partsAround(place)) described.add(partKey(part));
    for (const text of place.texts) {
      if (place.keyword === "properties") described.add(partKey({ ...place, members: [...place.members, text] }));
      known.add(namedText(place, text));
    }
  }
  return { texts, described, known };
}

/** The owner of a place and the members around it, outer ones first. */
function partsAround(place: TextPlace): TextPlace[] {
  return [...place.members.keys(), place.members.length].map((length) => ({ ...place, members: place.members.slice(0, length) }));
}

/** The outermost part around a text that is not described in the former version; `undefined` if only the text is new. */
function addedPart(place: TextPlace, text: string, described: Version["described"]): TextPlace | undefined {
  const inner = place.keyword === "properties" ? { ...place, members: [...place.members, text] } : place;
  return partsAround(inner).find((part) => !described.has(partKey(part)));
}

/** A text as one of all texts of a new part. There a hint has its name, as `true` alone says nothing, and one that is unknown is omitted. */
function textsInPart({ keyword }: TextPlace, text: string): string[] {
  const [kind, hint] = keyword.split(" ");
  if (kind !== "hint" || hint === undefined) return [text];
  return text === "null" ? [] : [`${hint}: ${text}`];
}

function partKey({ owner, members }: TextPlace): string {
  return JSON.stringify([owner?.kind ?? "", owner?.id ?? "", ...members]);
}

/** A text, its keyword, and the name of what it describes: the innermost member or, of a tool, its `id`. */
function namedText({ owner, members, keyword }: TextPlace, text: string): string {
  const name = members.findLast((each) => each !== "*") ?? (owner?.kind === "tool" ? `tool ${owner.id}` : "");
  return JSON.stringify([name, keyword, text]);
}

/** Whether the change of a place to this text is a breaking change, which is accepted by itself. */
function isBreak({ owner, members, keyword }: TextPlace, text: string): boolean {
  if (owner?.kind !== "tool" || members.length > 0) return false;
  if (keyword === "name") return true;
  const [kind, hint = ""] = keyword.split(" ");
  return kind === "hint" && JSON.stringify(riskier[hint]) === text;
}

/** Equal differences at places of the same name are one. */
function grouped(differences: readonly Difference[]): readonly ChangedText[] {
  const groups = new Map<string, ChangedText>();
  for (const { place, ...difference } of differences) {
    const key = JSON.stringify([namedText(place, ""), difference]);
    const first = groups.get(key);
    groups.set(key, first === undefined ? { ...place, ...difference, repeated: 0 } : { ...first, repeated: first.repeated + 1 });
  }
  return [...groups.values()];
}
