import { counted } from "./counted.ts";

/** A constraint as a sentence for the description. A rare keyword is written as in JSON Schema. */
export function inWords(keyword: string, value: unknown): string {
  switch (keyword) {
    case "pattern":
    case "x-pattern":
      return `Matches the regular expression \`${value}\`.`;
    case "minLength":
      return value === 1 ? "Not empty." : `At least ${counted(value, "character")}.`;
    case "maxLength":
      return `At most ${counted(value, "character")}.`;
    case "minItems":
      return value === 1 ? "Not empty." : `At least ${counted(value, "item")}.`;
    case "maxItems":
      return `At most ${counted(value, "item")}.`;
    case "uniqueItems":
      return value === true ? "No duplicate items." : "";
    case "minProperties":
      return `At least ${counted(value, "member")}.`;
    case "maxProperties":
      return `At most ${counted(value, "member")}.`;
    case "minimum":
      return `At least ${value}.`;
    case "maximum":
      return `At most ${value}.`;
    case "exclusiveMinimum":
      return `More than ${value}.`;
    case "exclusiveMaximum":
      return `Less than ${value}.`;
    case "multipleOf":
      return `A multiple of ${value}.`;
    case "format":
      return `Format: ${value}.`;
    case "contentEncoding":
      return `Encoding: ${value}.`;
    case "contentMediaType":
      return `Media type: ${value}.`;
    case "enum":
      return Array.isArray(value) ? `One of ${value.map((each) => JSON.stringify(each)).join(", ")}.` : "";
    case "const":
      return `Always ${JSON.stringify(value)}.`;
    case "default":
      return `Default: ${JSON.stringify(value)}.`;
    case "examples":
      return Array.isArray(value) ? `For example ${value.map((each) => JSON.stringify(each)).join(", ")}.` : "";
    case "deprecated":
      return value === true ? "Deprecated." : "";
    default:
      return `{${keyword}: ${JSON.stringify(value)}}`;
  }
}
