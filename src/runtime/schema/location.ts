/** The location with a further segment. A location is a JSON pointer after `#`, in a value or in a schema. */
export function locationBelow(location: string, segment: string | number): string {
  return `${location}/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The segments of a location such as `#/properties/a`. */
export function segmentsOf(location: string): string[] {
  return location
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The location without its last `count` segments. */
export function locationAbove(location: string, count = 1): string {
  return location.split("/").slice(0, -count).join("/");
}
