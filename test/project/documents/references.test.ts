import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SwaggerParser from "@apidevtools/swagger-parser";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { corpus, documentsNamed, hasCorpus } from "../../corpus/corpus.ts";
import { folderHost } from "../folder-host.ts";
import { loadAndCheck } from "../load-texts.ts";

/** Documents that refer to other files, by their folder; what some of them refer to is not there. */
const documents: readonly { readonly folder: string; readonly file: string }[] = [
  ...documentsNamed([
    "references.yaml",
    "hey-2.0.x-external.yaml",
    "hey-3.0.x-full.yaml",
    "hey-3.1.x-full.yaml",
    "sp-circular.yaml",
    "sp-deep-circular.yaml",
    "spotify-official.yaml",
  ]),
  ...(hasCorpus ? [{ folder: corpus("suites/multifile-petstore-separate"), file: "spec/swagger.json" }] : []),
];

// SwaggerParser follows references too. It cannot be what the compiler uses: it does not say where a reference stands, and of one
// that leads out of the root it makes one that leads into it.
describe("the files that documents refer to are those that SwaggerParser reads", () => {
  test.each(documents)("for $file", async ({ folder, file: path }) => {
    const { project } = await loadAndCheck(folderHost(folder), { kind: "openapi", path, include: [], exclude: [] });
    const ours = [...project.files].filter(([file]) => file !== path).map(([file]) => file);
    expect(ours.sort()).toEqual(await askedFor(folder, path));
  });
});

async function askedFor(root: string, path: string): Promise<string[]> {
  const base = "file:///root/";
  const asked = new Set<string>();
  const reader = {
    order: 1,
    canRead: true,
    read: async ({ url }: { readonly url: string }) => {
      const file = decodeURIComponent(url.slice(base.length));
      if (url.startsWith(base)) asked.add(file);
      if (!url.startsWith(base) || !existsSync(join(root, file))) throw new Error("absent");
      return readFileSync(join(root, file), "utf8");
    },
  };
  const parser = { order: 1, canParse: true, allowEmpty: true, parse: async ({ data }: { readonly data: unknown }) => load(String(data)) };
  const options = {
    continueOnError: true,
    parse: { json: false, yaml: false, text: false, binary: false, ours: parser },
    resolve: { file: false, http: false, ours: reader },
  };
  const document = load(readFileSync(join(root, path), "utf8")) as { readonly info: object }; // Every document of the list has one.
  // It refuses a version that YAML takes for a number, and that is not the question here.
  const accepted = { ...document, info: { ...document.info, version: "1" } } as never; // It looks for itself at what it is given.
  await SwaggerParser.resolve(`${base}${path}`, accepted, options as never); // Its types know no plugins of other names.
  return [...asked].filter((file) => file !== path).sort();
}
