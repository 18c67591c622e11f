/** The `type/subtype` of a media type in lower case, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

export function isJson(mediaType: string): boolean {
  return /^(?:application|text)\/json$|\+json$/.test(essence(mediaType));
}

export function isText(mediaType: string): boolean {
  return /^text\/|^application\/(?:xml|yaml)$|\+(?:xml|yaml)$/.test(essence(mediaType));
}

/** Whether `mediaType` matches `range`, such as `image/*`. */
export function isInRange(mediaType: string, range: string): boolean {
  const type = essence(mediaType);
  const expected = essence(range);
  if (expected === "*/*" || expected === type) return true;
  return expected.endsWith("/*") && type.startsWith(expected.slice(0, -1));
}
