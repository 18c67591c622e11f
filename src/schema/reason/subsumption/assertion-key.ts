import { valueKey } from "../../../source/json/value-key.ts";
import { compareText } from "../../../source/text/compare.ts";
import type { AssertionForm, NormalSchema } from "./normal-schema.ts";

/** A string that is equal for equal assertions. In the string, an id stands for each subschema. */
export function assertionKey(form: AssertionForm): string {
  const idsOf = (schemas: readonly NormalSchema[]) => schemas.map(({ id }) => id);
  switch (form.kind) {
    case "members": {
      const properties = [...form.properties].sort(([a], [b]) => compareText(a, b)).map(([name, { id }]) => [name, id]);
      const patterns = [...form.patterns].sort(([a], [b]) => compareText(a, b)).map(([pattern, { id }]) => [pattern, id]);
      return JSON.stringify([form.kind, properties, patterns, form.others.id]);
    }
    case "items":
      return JSON.stringify([form.kind, idsOf(form.prefix), form.rest.id]);
    case "any":
    case "one":
      return JSON.stringify([form.kind, idsOf(form.schemas).sort((a, b) => a - b)]);
    case "contains":
      return JSON.stringify([form.kind, form.schema.id, form.min, String(form.max)]);
    case "propertyNames":
    case "not":
      return JSON.stringify([form.kind, form.schema.id]);
    case "dependent":
      return JSON.stringify([form.kind, form.name, form.schema.id]);
    case "conditional":
      return JSON.stringify([form.kind, form.test.id, form.ifValid.id, form.ifInvalid.id]);
    case "values":
      return JSON.stringify([form.kind, [...new Set(form.values.map(valueKey))].sort(compareText)]);
    default:
      return JSON.stringify(form);
  }
}
