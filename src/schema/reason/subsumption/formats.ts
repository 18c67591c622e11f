interface Format {
  /** Examples of strings that have the format. */
  readonly samples: readonly string[];
  /** Matches only strings that have the format, but not all of them. */
  readonly certain: RegExp;
  /** Matches every string that has the format, and some other strings. */
  readonly possible: RegExp;
}

const date = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])";
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";

/**
 * The formats that are checked when a tool is called. Validators differ in rare cases (leap days and seconds, Unicode in addresses), so a
 * string that matches only `possible`, not `certain`, is undecided.
 */
const formats: ReadonlyMap<string, Format> = new Map([
  ["date", format(["2020-01-31", "1999-12-01"], `^${date}$`, /^\d{4}-\d\d-\d\d$/)],
  ["time", format(["12:30:00Z", "23:59:59+01:00"], `^${time}$`, /^\d\d:\d\d:\d\d/)],
  [
    "date-time",
    format(["2020-01-31T12:30:00Z", "1999-12-01T00:00:00.5+01:00"], `^${date}T${time}$`, /^\d{4}-\d\d-\d\d[tT\s]\d\d:\d\d:\d\d/),
  ],
  ["email", format(["a@example.com", "first.last@example.org"], "^[a-z0-9]+(?:\\.[a-z0-9]+)*@[a-z0-9]+(?:\\.[a-z0-9]+)+$", /@/)],
  [
    "uuid",
    format(
      ["01234567-89ab-4cde-8f01-23456789abcd"],
      "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
      /^(?:urn:uuid:)?[0-9a-fA-F-]+$/,
    ),
  ],
  ["uri", format(["https://example.com/a", "urn:a"], "^https?://[a-z0-9]+(?:\\.[a-z0-9]+)*(?:/[a-z0-9]*)*$", /^[a-zA-Z][a-zA-Z0-9+.-]*:/)],
  ["hostname", format(["example.com", "a"], "^[a-z]+(?:\\.[a-z]+)*$", /^[a-zA-Z0-9._-]+$/)],
  ["ipv4", format(["192.0.2.1", "127.0.0.1"], "^(?:1?\\d?\\d\\.){3}1?[1-9]?\\d$", /^\d+\.\d+\.\d+\.\d+$/)],
  ["ipv6", format(["2001:db8::1", "::1"], "^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$|^::1$", /^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$/)],
]);

function format(samples: readonly string[], certain: string, possible: RegExp): Format {
  return { samples, certain: new RegExp(certain), possible };
}

/** Whether a string has a format; `undefined` if validators disagree about the string, or if the format is unknown. */
export function formatHolds(name: string, text: string): boolean | undefined {
  const known = formats.get(name);
  if (known === undefined) return undefined;
  if (known.samples.includes(text) || known.certain.test(text)) return true;
  return known.possible.test(text) ? undefined : false;
}

/** Some strings that have a format; empty for an unknown format. */
export function formatSamples(name: string): readonly string[] {
  return formats.get(name)?.samples ?? [];
}
