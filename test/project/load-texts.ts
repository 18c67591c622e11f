import { type Host, load } from "../../src/project/load.ts";
import type { LoadInput } from "../../src/project/load-input.ts";
import { defaultSettings } from "../../src/settings.ts";
import { findingsFrom } from "../findings-from.ts";

export type Texts = { readonly [path: string]: string };

/** A host whose files are in memory only. */
export function textHost(texts: Texts): Host {
  const encoder = new TextEncoder();
  const paths = Object.keys(texts);
  return {
    list: async () => paths,
    read: async (path) => {
      if (Object.hasOwn(texts, path)) return encoder.encode(texts[path]);
      return paths.some((other) => other.startsWith(`${path}/`)) ? "folder" : "absent";
    },
  };
}

/** Loads and checks files that are in memory only. */
export async function loadTexts(texts: Texts, input: LoadInput = { kind: "project" }) {
  return loadAndCheck(textHost(texts), input);
}

export async function loadAndCheck(host: Host, input: LoadInput = { kind: "project" }) {
  const { project, definitions, diagnostics } = await load(host, { ...defaultSettings, input, today: "2026-01-01" });
  return { project, ...definitions, diagnostics, findings: findingsFrom(diagnostics) };
}
