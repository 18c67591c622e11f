import { type PageData, readPageData } from "../../src/describe/catalog/page-data.ts";

/** What the script of a catalog page reads. */
export function readPage(text: string): ReturnType<typeof readPageData> {
  return readPageData(dataIn(text));
}

export function dataIn(text: string): PageData {
  const [, json = ""] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json) as PageData; // The test fails if it is something else.
}

/** The text with its characters in place of their numbers. */
export function withCharacters(text: string): string {
  return text.replace(/&#(\d+);/g, (_found, code) => String.fromCodePoint(Number(code)));
}
