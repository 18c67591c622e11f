import { locate, type Place } from "../source/locate.ts";

/**
 * A place whose text is shown without what stands before the `@` of an address. A report prints the line that is at fault,
 * and a password must not get into a log by being pointed at. Lines and columns stay what they are.
 */
export function redactedPlace(place: Place): Place {
  const span = locate([place]).get(place);
  if (span === undefined) throw new Error("A place that was asked for has a span.");
  const { source, start, end } = span;
  const written = source.text.slice(start, end);
  const hidden = written.replace(
    /(\/\/)([^\n]*)(@)/,
    (_found, before: string, secret: string, after: string) => `${before}${"*".repeat(secret.length)}${after}`,
  );
  const shown = hidden === written ? written.replace(/[^\n]/g, "*") : hidden;
  const text = `${source.text.slice(0, start)}${shown}${source.text.slice(end)}`;
  return {
    tree: { source: { path: source.path, text }, format: "yaml", data: undefined, problems: [], within: undefined },
    range: { start, end },
  };
}
