import { isArray, isObject, type Json, member } from "../source/json/json.ts";
import { percentDecoded } from "../source/text/percent.ts";
import { originOfKey, parsePointer, valueAt } from "../source/tree.ts";
import { rule } from "./rule.ts";

export const unusedSchema = rule<{ name: string }>({
  code: "unused-schema",
  severity: "warning",
  set: "optional",
  summary: "a schema of a document that nothing refers to",
  price: 0,
  message: ({ name }) => `The schema "${name}" is not used: nothing refers to it.`,
  help: "Reviewers have to read the schema, but no tool uses it. Remove the schema, or refer to it where it is needed.",

  *document({ files, schemas }) {
    const used = new Set<string>();
    for (const { data } of files) for (const name of namesReferredTo(data)) used.add(name);
    for (const [name, { tree, path }] of schemas) {
      // A subtype is not reported: it refers to the schema with the discriminator, and nothing has to refer to the subtype.
      if (!used.has(name) && !isSubtype(valueAt(tree, path))) yield { params: { name }, place: originOfKey(tree, path) };
    }
  },
});

/** The schema names in all references and discriminator mappings of a file. Takes time linear in the size of the file. */
function* namesReferredTo(data: Json | undefined): Iterable<string> {
  const open: (Json | undefined)[] = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (isArray(value)) for (const item of value) open.push(item);
    else if (isObject(value)) {
      const mapping = member(member(value, "discriminator"), "mapping");
      const references = [value["$ref"], value["$dynamicRef"], ...(isObject(mapping) ? Object.values(mapping) : [])];
      for (const reference of references) if (typeof reference === "string") yield nameIn(reference);
      for (const item of Object.values(value)) open.push(item);
    }
  }
}

/** The schema name in a reference. A `$ref` is a pointer to the schema. In a mapping, the reference may also be the name itself. */
function nameIn(reference: string): string {
  const fragment = reference.slice(reference.indexOf("#") + 1);
  return parsePointer(percentDecoded(fragment)).at(-1) ?? fragment;
}

function isSubtype(schema: Json | undefined): boolean {
  return isArray(member(schema, "allOf"));
}
