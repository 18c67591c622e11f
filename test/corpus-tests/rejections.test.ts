import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isRecord, ownMember } from "../../src/runtime/json.ts";
import { serviceReason } from "../../src/runtime/result/service-reason.ts";
import { openApiDocuments } from "../corpus/corpus.ts";

// The bodies that published documents give as examples of a rejected call: a model has to read every sentence of them that fits.

/** The members that hold a sentence for people. */
const sentences = /^(?:message|detail|title|error_description|errorMessage)$/i;

test.each(openApiDocuments)(
  "the model gets the reason from each example of a rejection in $file",
  { timeout: 60_000 },
  ({ folder, file }) => {
    const text = readFileSync(join(folder, file), "utf8");
    const document: unknown = file.endsWith(".json") ? JSON.parse(text) : parse(text, { maxAliasCount: -1, uniqueKeys: false });
    for (const body of rejectionsOf(document)) {
      const reason = serviceReason(body, (each) => each);
      if (reason === undefined) {
        expect(["{}", "[]", "null", '""']).toContain(body);
        continue;
      }
      expect(Buffer.byteLength(reason), body).toBeLessThanOrEqual(1024);
      const told = sentencesIn(JSON.parse(reason));
      if (Buffer.byteLength(body) <= 1024) expect(told, body).toEqual(sentencesIn(jsonOf(body)));
      else expect(told.length, body).toBeGreaterThan(0);
    }
  },
);

function rejectionsOf(document: unknown): Set<string> {
  const follow = (value: unknown): unknown => {
    const reference = ownMember(value, "$ref");
    if (typeof reference !== "string" || !reference.startsWith("#/")) return value;
    const names = reference.slice(2).split("/");
    return names.reduce<unknown>(
      (node, name) => ownMember(node, decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")),
      document,
    );
  };
  const bodies = new Set<string>();
  const add = (example: unknown) => {
    if (example !== undefined) bodies.add(typeof example === "string" ? example : JSON.stringify(example));
  };
  const operations = membersOf(document, "paths").flatMap(([, item]) => (isRecord(item) ? Object.values(item) : []));
  for (const [status, given] of operations.flatMap((operation) => membersOf(operation, "responses"))) {
    if (!status.startsWith("4")) continue;
    const response = follow(given);
    for (const [, media] of membersOf(response, "content")) {
      add(ownMember(media, "example"));
      for (const [, example] of membersOf(media, "examples")) add(ownMember(follow(example), "value"));
    }
    for (const [, example] of membersOf(response, "examples")) add(example);
  }
  return bodies;
}

function membersOf(value: unknown, name: string): [string, unknown][] {
  const member = ownMember(value, name);
  return isRecord(member) ? Object.entries(member) : [];
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function sentencesIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") return sentences.test(name) ? [value.replace(/\s+/g, " ").trim()] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([each, member]) => sentencesIn(member, Array.isArray(value) ? name : each));
}
