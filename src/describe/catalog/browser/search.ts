import { thousands } from "../../../diagnostic/name-list.ts";
import { createIndex, type Index } from "../../../runtime/discovery/create-index.ts";
import type { Entry } from "../../../runtime/discovery/entry.ts";
import { articles, data } from "./details.ts";

// Finds tools with the search index that models use for discovery, and shows only those with a mark, a toolset, a tag or an agent.

const mostFound = 100;

const list = document.querySelector<HTMLElement>(".list");
const form = document.querySelector<HTMLFormElement>("form.search");
const query = document.querySelector<HTMLInputElement>("#query");
const found = document.querySelector<HTMLElement>("#found");
const count = document.querySelector<HTMLElement>("#count");
const all = document.querySelector<HTMLButtonElement>("#all");
const otherFindings = document.querySelector<HTMLElement>("#other-findings");
const sections = [...document.querySelectorAll<HTMLElement>("section.toolset")];
const sectionOf = articles.map((article) => article.parentElement);
const filters = [...document.querySelectorAll<HTMLButtonElement>("button[data-only]")];
const choices = [...document.querySelectorAll<HTMLAnchorElement | HTMLButtonElement>(".side [data-kind]")].map(choiceOf);
/** The positions in `articles` of the tools that the list of results has taken from their sections. */
let taken: readonly number[] = [];
let entries: Entry[] | undefined;
let index: Index | undefined;

/** An entry of the list beside the tools. */
interface Choice {
  readonly button: HTMLButtonElement;
  readonly label: string;
  readonly kind: string;
  readonly value: string;
  readonly number: Element | null;
  /** The number of tools without a search. */
  readonly total: string;
}

/** Shows the search and the filters, which need this script. */
export function startSearch(): void {
  if (!form || !query || !all) return;
  form.hidden = false;
  query.addEventListener("input", search);
  // The index is ready when the first letter is typed.
  query.addEventListener("focus", () => toolIndex(), { once: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    document
      .querySelector<HTMLElement>("#found:not([hidden]) summary, section.toolset:not([hidden]) article.tool:not([hidden]) summary")
      ?.focus();
  });
  all.addEventListener("click", () => {
    showAll();
    query.focus();
  });
  for (const choice of document.querySelectorAll<HTMLElement>(".choices")) choice.hidden = false;
  for (const button of filters)
    button.addEventListener("click", () => {
      press(button, !isPressed(button));
      search();
    });
  // On a narrow page, the list is closed, since it would come before the tools.
  const side = matchMedia("(max-width: 64rem)").matches ? document.querySelector("nav.side details") : undefined;
  side?.removeAttribute("open");
  for (const { button } of choices)
    button.addEventListener("click", () => {
      const isChosen = isPressed(button);
      // One is chosen at a time.
      for (const other of choices) press(other.button, other.button === button && !isChosen);
      side?.removeAttribute("open");
      search();
    });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      query.select();
    }
    if (event.key === "Escape" && query.value !== "") {
      query.value = "";
      search();
    }
  });
}

/** Ends the search, and every choice. */
export function showAll(): void {
  if (query) query.value = "";
  for (const button of [...filters, ...choices.map((choice) => choice.button)]) press(button, false);
  show();
}

/** A toolset's link becomes a button, as tags and agents have. */
function choiceOf(element: HTMLAnchorElement | HTMLButtonElement): Choice {
  const button = element instanceof HTMLButtonElement ? element : document.createElement("button");
  if (button !== element) {
    Object.assign(button, { type: "button" });
    press(button, false);
    button.append(...element.childNodes);
    element.replaceWith(button);
  }
  const { kind = "", value = "" } = element.dataset;
  const number = button.querySelector("span");
  return { button, kind, value, number, total: number?.textContent ?? "", label: button.firstChild?.textContent?.trim() ?? "" };
}

function isPressed(button: HTMLButtonElement): boolean {
  return button.getAttribute("aria-pressed") === "true";
}

function press(button: HTMLButtonElement, pressed: boolean): void {
  button.setAttribute("aria-pressed", String(pressed));
}

/** Shows what is asked for, from its beginning: a reader who has scrolled would see the last of the tools that are left. */
function search(): void {
  show();
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
}

/** Shows the tools that match the search text, the best first. Without a search text, all tools are shown. */
function show(): void {
  if (!query || !found || !count || !all) return;
  const text = query.value.trim();
  const marks = filters.filter(isPressed).map(({ dataset }) => dataset["only"] ?? "");
  const chosen = choices.find(({ button }) => isPressed(button));
  const isSearch = text !== "";
  const isNarrowed = isSearch || marks.length > 0 || chosen !== undefined;
  const hits = [...(isSearch ? matches(text) : articles.keys())].filter((place) =>
    marks.every((mark) => words(place, "marks").includes(mark)),
  );
  const shown = chosen === undefined ? hits : hits.filter((place) => isOf(place, chosen));
  returnTaken();
  found.hidden = !isSearch;
  if (isSearch) takeInto(found, shown.slice(0, mostFound));
  else showOnly(shown);
  for (const section of sections) section.hidden = isSearch || section.querySelector("article.tool:not([hidden])") === null;
  if (otherFindings) otherFindings.hidden = isNarrowed;
  all.hidden = !isNarrowed;
  count.textContent = isNarrowed ? countText(shown.length, isSearch, chosen) : "";
  showNumbers(isSearch || marks.length > 0 ? hits : undefined);
}

/** Moves the articles of the tools into the list of results. The sections, with all others, are hidden. */
function takeInto(results: HTMLElement, places: readonly number[]): void {
  taken = places;
  const moved = places.flatMap((place) => articles[place] ?? []);
  for (const article of moved) article.hidden = false;
  results.replaceChildren(...moved);
}

function showOnly(places: readonly number[]): void {
  const isShown = new Set(places);
  for (const [place, article] of articles.entries()) if (article.hidden === isShown.has(place)) article.hidden = !article.hidden;
}

/** Puts the articles in the list of results back into their sections. */
function returnTaken(): void {
  // From the last one on, so that the next tool of each is in its place.
  for (const place of [...taken].sort((a, b) => b - a)) {
    const [article, section, next] = [articles[place], sectionOf[place], articles[place + 1]];
    if (article && section) section.insertBefore(article, next?.parentElement === section ? next : null);
  }
  taken = [];
}

/** Shows at each toolset, tag and agent how many of the tools found it has; without a search, how many tools it has. */
function showNumbers(hits: readonly number[] | undefined): void {
  for (const choice of choices) {
    if (!choice.number) continue;
    const number = hits?.filter((place) => isOf(place, choice)).length;
    choice.number.textContent = number === undefined ? choice.total : thousands(number);
    choice.button.classList.toggle("empty", number === 0);
  }
}

/** Whether a tool is of the toolset, has the tag, or is used by the agent. */
function isOf(place: number, { kind, value }: Choice): boolean {
  if (kind === "toolset") return sectionOf[place] === sections[Number(value)];
  if (kind === "agent") return words(place, "agents").includes(value);
  entries ??= data().entries();
  return entries[place]?.tags.includes(value) ?? false;
}

function words(place: number, name: "marks" | "agents"): readonly string[] {
  return articles[place]?.dataset[name]?.split(" ") ?? [];
}

function countText(length: number, isSearch: boolean, chosen: Choice | undefined): string {
  const where = chosen === undefined ? "" : ` in “${chosen.label}”`;
  if (length === 0) return `No tool${where} matches.`;
  const limit = isSearch && length > mostFound ? ` The ${mostFound} best are shown.` : "";
  return `${thousands(length)} ${length === 1 ? "tool" : "tools"}${where}.${limit}`;
}

/** The positions in `articles` of the tools that match: first the tools whose names contain the text, then the others by rank. */
function matches(text: string): readonly number[] {
  const part = text.toLowerCase();
  const named = articles.flatMap((article, place) => (article.id.slice("tool-".length).toLowerCase().includes(part) ? [place] : []));
  return [...new Set([...named, ...toolIndex().search(text)])];
}

function toolIndex(): Index {
  entries ??= data().entries();
  index ??= createIndex(entries);
  return index;
}
