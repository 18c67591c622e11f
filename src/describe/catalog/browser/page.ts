import { createIndex, type Index } from "../../../runtime/discovery/create-index.ts";
import type { Entry } from "../../../runtime/discovery/entry.ts";

// The script of the catalog page. It searches tools with the search index that models use for discovery.

const mostFound = 100;

const form = document.querySelector<HTMLFormElement>("form.search");
const query = document.querySelector<HTMLInputElement>("#query");
const found = document.querySelector<HTMLElement>("#found");
const count = document.querySelector<HTMLElement>("#count");
const articles = [...document.querySelectorAll<HTMLElement>("article.tool")];
const sections = [...document.querySelectorAll<HTMLElement>("section.toolset")];
const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[data-only]")];
const parents = articles.map((article) => article.parentElement);
let index: Index | undefined;

if (form && query && found && count) {
  form.hidden = false;
  query.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of buttons) {
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      show();
    });
  }
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query) {
      event.preventDefault();
      query.focus();
    }
    if (event.key === "Escape" && query.value !== "") {
      query.value = "";
      show();
    }
  });
}
addEventListener("hashchange", openTarget);
openTarget();
// A printed page shows the details of all tools.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

/** Shows the tools that match the search text, the best first. Without a search text, all tools are shown. */
function show(): void {
  if (!query || !found || !count) return;
  const text = query.value.trim();
  const only = buttons.filter((button) => button.getAttribute("aria-pressed") === "true").map(({ dataset }) => dataset["only"] ?? "");
  const isShown = (article: HTMLElement) => only.every((mark) => (article.dataset["marks"] ?? "").split(" ").includes(mark));
  // A previous search may have moved articles into the list of results, so all articles first return to their sections.
  for (const [place, article] of articles.entries()) {
    parents[place]?.append(article);
    article.hidden = !isShown(article);
  }
  const places = text === "" ? articles.keys() : matches(text);
  const shown = [...places].flatMap((place) => articles[place] ?? []).filter(isShown);
  const isSearch = text !== "";
  found.hidden = !isSearch;
  if (isSearch) found.replaceChildren(...shown.slice(0, mostFound));
  for (const section of sections) section.hidden = isSearch || section.querySelector("article.tool:not([hidden])") === null;
  count.textContent = isSearch || only.length > 0 ? countText(shown.length, isSearch) : "";
}

function countText(length: number, isSearch: boolean): string {
  if (length === 0) return "No tool.";
  const limit = isSearch && length > mostFound ? ` The ${mostFound} best are shown.` : "";
  return `${length.toLocaleString("en")} ${length === 1 ? "tool" : "tools"}.${limit}`;
}

/** The positions in `articles` of the tools that match: first the tools whose names contain the text, then the others by rank. */
function matches(text: string): number[] {
  index ??= createIndex(readEntries());
  const part = text.toLowerCase();
  const named = articles.flatMap((article, place) => (article.id.slice("tool-".length).toLowerCase().includes(part) ? [place] : []));
  return [...new Set([...named, ...index.search(text)])];
}

function readEntries(): Entry[] {
  return JSON.parse(document.querySelector("#entries")?.textContent ?? "[]") as Entry[]; // `catalogPage` writes the index entries to it.
}

/** Opens the details of the tool that the fragment of the page's URL names, as in `#tool-list_pets`. */
function openTarget(): void {
  const target = document.getElementById(decoded(location.hash.slice(1)));
  const details = target?.querySelector("details");
  if (details) details.open = true;
}

/** Decodes the percent-encoding of a URL fragment. Anyone can write a link, so an invalid encoding is not an error. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
