/** Draws the details of a tool, which a browser that runs scripts has read as one text. */
export function drawDetails(details: HTMLDetailsElement): void {
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
  row.className = "members";
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
