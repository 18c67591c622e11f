/** A constraint as a sentence for the description. A rare keyword is written as in the schema. */
export function inWords(keyword: string, value: unknown): string {
  switch (keyword) {
    case "pattern":
      return `Matches the regular expression \`${value}\`.`;
    case "minLength":
      return value === 1 ? "Not empty." : `At least ${value} characters.`;
    case "maxLength":
      return `At most ${value} characters.`;
    case "minItems":
      return value === 1 ? "Not empty." : `At least ${value} items.`;
    case "maxItems":
      return `At most ${value} items.`;
    case "uniqueItems":
      return value === true ? "No duplicate items." : "";
    case "minProperties":
      return `At least ${value} members.`;
    case "maxProperties":
      return `At most ${value} members.`;
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
