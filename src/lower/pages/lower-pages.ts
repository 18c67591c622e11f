import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { ConfigValue, ToolOverrides } from "../../project/config/config.ts";
import type { CollectLimits, PagesBinding } from "../../runtime/binding.ts";
import { type JsonObject, member } from "../../source/json/json.ts";
import { originOfKey } from "../../source/tree.ts";
import { unusedOverride } from "../overrides/codes.ts";
import { isSelector } from "../overrides/tool-overrides.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";
import { findPages } from "./find-pages.ts";
import type { ListFacts, ListField } from "./list-facts.ts";

/** What is configured about the pages of a tool. */
export type PagesOverrides = Pick<ToolOverrides, "pages" | "collect" | "pick" | "maxBytes"> | undefined;

export interface PagesOptions {
  readonly overrides: PagesOverrides;
  readonly schemas: NamedSchemas;
  /** The id of the operation in messages. */
  readonly id: string;
  /** The timeout of a call, in milliseconds. */
  readonly timeout: number;
}

/** How the pages of a list follow each other: as it is configured, or as the operation shows it. */
export function lowerPages(facts: ListFacts, { overrides, schemas, id, timeout }: PagesOptions): Outcome<PagesBinding | null> {
  const diagnostics: Diagnostic[] = [];
  const report = (name: string, { origin }: ConfigValue<unknown>, why: string) => {
    if (origin !== undefined && !isInSelector(origin.path))
      diagnostics.push(diagnostic(unusedOverride, { name, why }, originOfKey(origin.tree, origin.path), { tool: id }));
  };
  const configured = overrides?.pages;
  const described = configured === undefined || configured.value === false ? undefined : describedPages(configured.value, facts);
  if (typeof described === "string" && configured !== undefined) report("pages", configured, described);
  const isOff = configured?.value === false;
  const found = isOff ? null : typeof described === "object" ? described : findPages(facts, schemas);
  const pages = found !== null && keepsItems(found, overrides) ? found : null;
  const collect = overrides?.collect;
  if (collect === undefined || collect.value === false) return { value: pages, diagnostics };
  if (pages === null) {
    const why =
      found === null ? "no pages of a list are known for it, and `pages` does not describe them" : "`pick` removes the items of the list";
    report("collect", collect, why);
    return { value: null, diagnostics };
  }
  return { value: { ...pages, collect: limitsOf(collect.value, { maxBytes: overrides?.maxBytes?.value, timeout }) }, diagnostics };
}

/** Whether the entry with this path is one of a selector, which also applies to tools that are no lists. */
function isInSelector(path: readonly (string | number)[]): boolean {
  return isSelector(String(path.at(-2)));
}

/** Whether the items of the list are in the result that `pick` leaves. An output `{ result }` keeps its items, without some members. */
function keepsItems({ items }: PagesBinding, overrides: PagesOverrides): boolean {
  const pick = overrides?.pick ?? [];
  return pick.length === 0 || items[0] === "result" || pick.some(({ value }) => value === items[0]);
}

/** The limits of a call that follows pages, with the defaults of those that are not configured. */
function limitsOf(
  limits: JsonObject,
  { maxBytes = 32_768, timeout }: { readonly maxBytes: number | undefined; readonly timeout: number },
): CollectLimits {
  const number = (name: string, byDefault: number) => {
    const value = member(limits, name);
    return typeof value === "number" ? value : byDefault;
  };
  return {
    items: number("items", 1000),
    bytes: number("bytes", maxBytes),
    calls: number("calls", 20),
    seconds: number("seconds", timeout / 1000),
  };
}

/** The configured description of the pages, or the reason why it is ignored. */
function describedPages(described: JsonObject, { inputs, outputs }: ListFacts): PagesBinding | string | undefined {
  const pathOf = (name: string): readonly string[] | undefined => {
    const text = described[name];
    return typeof text === "string" ? text.split(".") : undefined;
  };
  const items = pathOf("items") ?? [];
  const parameter = typeof described.parameter === "string" ? described.parameter : undefined;
  const style = styleNames.find((name) => name === described.style);
  // The schema of the configuration has reported it.
  if (style === undefined) return undefined;
  if (style !== "link" && parameter === undefined) return `the style \`${style}\` needs \`parameter\``;
  const names = inputs.map(({ path }) => path[0] ?? "");
  if (parameter !== undefined && !names.includes(parameter))
    return `the tool has no parameter "${parameter}"${suggested(nearest(parameter, names))}`;
  const array = fieldAt(items, outputs());
  if (array !== undefined && !array.types.has("array") && array.types.size > 0) return `"${items.join(".")}" is no array`;
  const isCursor = style === "cursor" || style === "last-item";
  const next = pathOf("next");
  if (isCursor && next === undefined) return `the style \`${style}\` needs \`next\``;
  const [more, total, totalPages] = [pathOf("more"), pathOf("total"), pathOf("totalPages")];
  const first = typeof described.first === "number" ? described.first : style === "page" ? 1 : 0;
  return {
    style,
    items,
    ...(parameter !== undefined && { parameter }),
    ...(next && { next }),
    ...((style === "page" || style === "offset") && { first }),
    ...(more && { more }),
    ...(total && { total }),
    ...(totalPages && { totalPages }),
  };
}

const styleNames = ["cursor", "last-item", "offset", "page", "link"] as const satisfies readonly PagesBinding["style"][];

function suggested(near: string | undefined): string {
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}

function fieldAt(path: readonly string[], fields: readonly ListField[]): ListField | undefined {
  return fields.find((field) => field.path.join(".") === path.join("."));
}
