/** `type/subtype` in small letters, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

export function isJson(mediaType: string): boolean {
  const type = essence(mediaType);
  return type === "application/json" || type === "text/json" || type.endsWith("+json");
}

export function isText(mediaType: string): boolean {
  const type = essence(mediaType);
  return (
    type.startsWith("text/") || type === "application/xml" || type.endsWith("+xml") || type === "application/yaml" || type.endsWith("+yaml")
  );
}

/** Whether `mediaType` lies in `range`, such as `image/*`. */
export function isInRange(mediaType: string, range: string): boolean {
  const type = essence(mediaType);
  const wanted = essence(range);
  if (wanted === "*/*" || wanted === type) return true;
  return wanted.endsWith("/*") && type.startsWith(wanted.slice(0, -1));
}
