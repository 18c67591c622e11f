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
const choices = [...document.querySelectorAll<HTMLButtonElement>("button[data-kind]")];
const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[data-only]")];
const parents = articles.map((article) => article.parentElement);
let entries: Entry[] | undefined;
let index: Index | undefined;

if (form && query && found && count) {
  form.hidden = false;
  query.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const choice of document.querySelectorAll<HTMLElement>(".choices")) choice.hidden = false;
  for (const button of [...buttons, ...choices]) {
    button.addEventListener("click", () => {
      const isPressed = button.getAttribute("aria-pressed") !== "true";
      // Of the tags and agents, one is chosen at a time.
      if (isPressed && choices.includes(button)) for (const other of choices) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(isPressed));
      show();
    });
  }
  // On a narrow page, the list would come before the tools.
  if (matchMedia("(max-width: 64rem)").matches) document.querySelector("nav.side details")?.removeAttribute("open");
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
// `toggle` does not bubble.
document.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && target.open && draw(target), true);
// A printed page shows the details of all tools.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) {
    draw(details);
    details.open = true;
  }
});

/** Draws the details of a tool, which a browser that runs scripts has read as one text. */
function draw(details: HTMLDetailsElement): void {
  const holder = details.querySelector<HTMLElement>(":scope > .body > noscript");
  if (holder) holder.replaceWith(elementsOf(holder));
}

/** The elements in a `noscript`. Its text is HTML of the page itself, in which all texts of definitions are escaped. */
function elementsOf(holder: HTMLElement): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = holder.textContent ?? "";
  for (const link of template.content.querySelectorAll<HTMLAnchorElement>("a.opens")) link.replaceWith(groupButton(link));
  for (const example of template.content.querySelectorAll<HTMLElement>("pre.example")) example.before(copyButton(example));
  return template.content;
}

/** The button that shows the members of a group of values in a row below, in place of the link to them. */
function groupButton(link: HTMLAnchorElement): HTMLButtonElement {
  const button = buttonWith("opens", link.textContent ?? "");
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    const row = button.closest("tr");
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) row?.nextElementSibling?.remove();
    else row?.after(groupRow(link.hash.slice(1), row.cells.length));
  });
  return button;
}

function groupRow(id: string, columns: number): HTMLTableRowElement {
  const row = document.createElement("tr");
  const cell = row.insertCell();
  cell.colSpan = columns;
  const holder = document.getElementById(id);
  if (holder) cell.append(elementsOf(holder));
  return row;
}

function copyButton(example: HTMLElement): HTMLButtonElement {
  const button = buttonWith("copy", "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(example.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      // The browser forbids it: the text is selected, so that a key copies it.
      getSelection()?.selectAllChildren(example);
      button.textContent = "Selected";
    }
  });
  return button;
}

function buttonWith(name: string, text: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.textContent = text;
  return button;
}

/** Shows the tools that match the search text, the best first. Without a search text, all tools are shown. */
function show(): void {
  if (!query || !found || !count) return;
  const text = query.value.trim();
  const only = buttons.filter((button) => button.getAttribute("aria-pressed") === "true").map(({ dataset }) => dataset["only"] ?? "");
  const chosen = choices.find((button) => button.getAttribute("aria-pressed") === "true")?.dataset;
  const isShown = (article: HTMLElement) =>
    only.every((mark) => (article.dataset["marks"] ?? "").split(" ").includes(mark)) && (chosen === undefined || isChosen(article, chosen));
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
  count.textContent = isSearch || only.length > 0 || chosen ? countText(shown.length, isSearch) : "";
}

/** Whether a tool has the chosen tag, or is used by the chosen agent. */
function isChosen(article: HTMLElement, { kind, value = "" }: DOMStringMap): boolean {
  if (kind === "agent") return (article.dataset["agents"] ?? "").split(" ").includes(value);
  entries ??= readEntries();
  return entries[articles.indexOf(article)]?.tags.includes(value) ?? false;
}

function countText(length: number, isSearch: boolean): string {
  if (length === 0) return "No tool.";
  const limit = isSearch && length > mostFound ? ` The ${mostFound} best are shown.` : "";
  return `${length.toLocaleString("en")} ${length === 1 ? "tool" : "tools"}.${limit}`;
}

/** The positions in `articles` of the tools that match: first the tools whose names contain the text, then the others by rank. */
function matches(text: string): number[] {
  entries ??= readEntries();
  index ??= createIndex(entries);
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
