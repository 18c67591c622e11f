import type { Html } from "../html.ts";
import { type PageData, readPageData } from "../page-data.ts";
import { groupDetails, toolDetails } from "../tool-details.ts";

/** The tools of the page, in its order. */
export const articles = [...document.querySelectorAll<HTMLElement>("article.tool")];

let reader: ReturnType<typeof readPageData> | undefined;

/** The data of the page, which is read when something is opened or searched for. */
export function data(): ReturnType<typeof readPageData> {
  reader ??= readPageData(JSON.parse(document.querySelector("#data")?.textContent ?? "") as PageData); // `catalogPage` writes it.
  return reader;
}

/** Draws the details of a tool, unless they are there. */
export function drawDetails(details: HTMLDetailsElement): void {
  const place = placeOf(details);
  if (place === -1 || details.querySelector(":scope > .body")) return;
  const body = document.createElement("div");
  body.className = "body";
  body.append(elementsOf(toolDetails(data().toolAt(place))));
  details.append(body);
}

/** Shows the members of a group of values in a row below the button of the value, or hides them. */
export function toggleGroup(button: HTMLButtonElement): void {
  const row = button.closest("tr");
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) row?.nextElementSibling?.remove();
  else row?.after(groupRow(button, row.cells.length));
}

export async function copyExample(button: HTMLButtonElement): Promise<void> {
  const example = button.nextElementSibling;
  if (example === null) return;
  try {
    await navigator.clipboard.writeText(example.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    // The browser forbids it: the text is selected, so that a key copies it.
    getSelection()?.selectAllChildren(example);
    button.textContent = "Selected";
  }
}

function groupRow(button: HTMLButtonElement, columns: number): HTMLTableRowElement {
  const row = document.createElement("tr");
  row.className = "members";
  const cell = row.insertCell();
  cell.colSpan = columns;
  const { toolset } = data().toolAt(placeOf(button));
  cell.append(elementsOf(groupDetails(data().groupAt(toolset.number, Number(button.dataset["group"])))));
  return row;
}

/** The place of the tool that an element is in; -1 if it is in none. */
function placeOf(element: Element): number {
  const article = element.closest<HTMLElement>("article.tool");
  return article === null ? -1 : articles.indexOf(article);
}

/** `html` has escaped all texts of definitions. */
function elementsOf({ html }: Html): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
