import { copyExample, drawDetails, toggleGroup } from "./details.ts";
import { showAll, startSearch } from "./search.ts";

// The script of the catalog page.

startSearch();
addEventListener("hashchange", openTarget);
openTarget();
// `toggle` does not bubble.
document.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && toggled(target), true);
document.addEventListener("click", ({ target }) => target instanceof Element && clicked(target));
// A printed page shows the details of all tools.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) {
    drawDetails(details);
    details.open = true;
  }
});

function toggled(details: HTMLDetailsElement): void {
  if (details.open) drawDetails(details);
  // The line of an open tool stays in view. Where it was closed, the reader would see another tool.
  else if (details.getBoundingClientRect().top < 0) details.scrollIntoView();
}

function clicked(element: Element): void {
  const button = element.closest<HTMLButtonElement>("article.tool button");
  if (button?.matches(".opens")) toggleGroup(button);
  else if (button?.matches(".copy")) copyExample(button);
  else nameInAddress(element);
}

/** The address names the tool that was opened, such that it can be sent to others. */
function nameInAddress(clicked: Element): void {
  const article = clicked.closest("summary")?.closest("article.tool");
  if (article && !article.querySelector("details")?.open) history.replaceState(undefined, "", `#${article.id}`);
}

/** Opens the details of the tool that the fragment of the page's URL names, as in `#tool-list_pets`. */
function openTarget(): void {
  const target = document.getElementById(decoded(location.hash.slice(1)));
  if (!target) return;
  if (target.closest("[hidden]")) showAll();
  const details = target.querySelector("details");
  if (details && target.matches("article.tool")) details.open = true;
  target.scrollIntoView();
}

/** Decodes the percent-encoding of a URL fragment. Anyone can write a link, so an invalid encoding is not an error. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
