const formatNames = new Map([
  ["date", "a date such as 2026-01-31"],
  ["date-time", "a time such as 2026-01-31T12:00:00Z"],
  ["email", "an e-mail address"],
  ["uri", "an absolute URL such as https://example.com/"],
  ["uri-reference", "an absolute or relative URL"],
  ["uuid", "a UUID"],
  ["hostname", "a host name"],
  ["ipv4", "an IPv4 address"],
  ["ipv6", "an IPv6 address"],
  ["regex", "a regular expression"],
  ["json-pointer", "a JSON Pointer"],
  ["duration", "a duration"],
]);

/** The rest of a message that starts with "This value". */
export function reasonFor(keyword: string, params: object, message: string | undefined): string {
  const limit = String(memberOf(params, "limit"));
  switch (keyword) {
    case "format": {
      const format = textOf(params, "format");
      return `is not ${formatNames.get(format) ?? `a value of the format "${format}"`}`;
    }
    case "pattern":
      return `does not match the pattern ${textOf(params, "pattern")}`;
    case "minLength":
      return limit === "1" ? "must not be empty" : `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "minItems":
      return limit === "1" ? "must have an item" : `must have at least ${limit} items`;
    case "maxItems":
      return `must have at most ${limit} items`;
    case "minProperties":
      return limit === "1" ? "must have a field" : `must have at least ${limit} fields`;
    case "maxProperties":
      return `must have at most ${limit} fields`;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `must be ${textOf(params, "comparison")} ${limit}`;
    case "multipleOf":
      return `must be a multiple of ${String(memberOf(params, "multipleOf"))}`;
    case "uniqueItems":
      return `contains the same item twice, at ${String(memberOf(params, "i"))} and ${String(memberOf(params, "j"))}`;
    case "oneOf":
      return Array.isArray(memberOf(params, "passingSchemas"))
        ? "matches more than one of the forms that are allowed here"
        : "matches none of the forms that are allowed here";
    case "anyOf":
      return "matches none of the forms that are allowed here";
    case "not":
      return "has a form that is not allowed here";
    case "false schema":
      return "is not allowed here";
    default:
      return message ?? `breaks the rule "${keyword}"`;
  }
}

export function memberOf(params: object | undefined, name: string): unknown {
  return params !== undefined && Object.hasOwn(params, name) ? Reflect.get(params, name) : undefined;
}

export function textOf(params: object, name: string): string {
  return String(memberOf(params, name));
}
