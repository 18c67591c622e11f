import { unrenderedTemplate } from "../definition/message-codes.ts";
import { entries as entriesOf, type Node, valueOrigin } from "../definition/node.ts";
import { type Details, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { isArray, isObject } from "../source/json.ts";
import {
  ambiguousEntry,
  emptyValue,
  invalidAddress,
  invalidValue,
  misspeltPlaceholder,
  nestedPlaceholder,
  partialPlaceholder,
  placeholderBelowDocument,
  placeholderBesideServers,
  severalPlaceholders,
  unmanagedPlaceholder,
  unresolvedElsewhere,
  unresolvedPlaceholder,
  variablesInAddress,
} from "./codes.ts";
import { type Holder, holderText } from "./holder.ts";
import { fieldText } from "./managed-fields.ts";
import { keyOfEntry } from "./overlay.ts";
import { hasPlaceholderInside, isMisspeltPlaceholder, isPlaceholder } from "./placeholder.ts";
import type { Site } from "./site.ts";
import type { Answer, Placeholder, Surveyed } from "./survey.ts";
import { hasVariables } from "./value-format.ts";

/** All that is wrong with a resource's placeholders and with the values that are to fill them. */
export function checkPlaceholders(surveyed: Surveyed): Diagnostic[] {
  const { holder, sites, placeholders, clashes } = surveyed;
  const ambiguous = clashes.map(({ environment, clash: { entries } }) => {
    const [first, second] = entries;
    const related = [{ message: "The other entry is here.", place: keyOfEntry(first) }];
    const params = { holder: holderText(holder), first: first.key, second: second.key, environment: environment.name };
    return diagnostic(ambiguousEntry, params, keyOfEntry(second), { ...about(holder), related });
  });
  return [
    ...ambiguous,
    ...checkServers(holder, sites),
    ...checkSpelling(holder, sites),
    ...checkUnmanaged(surveyed),
    ...placeholders.flatMap((placeholder) => checkAnswers(holder, placeholder)),
  ];
}

function about({ owner, name }: Holder): Details {
  return owner === "toolset" ? { toolset: name } : owner === "tool" ? { tool: name } : {};
}

/** One `url` fills one server of the whole document. */
function checkServers(holder: Holder, sites: readonly Site[]): Diagnostic[] {
  const servers = sites.flatMap(({ origin, value, server }) => (server === undefined ? [] : [{ origin, value, level: server.level }]));
  const own = servers.filter(({ level }) => level === "document");
  const [first, ...others] = own.filter(({ value }) => isPlaceholder(value));
  const name = holderText(holder);
  const below = servers.flatMap(({ origin, value, level }) => {
    if (level === "document" || !isPlaceholder(value)) return [];
    return [diagnostic(placeholderBelowDocument, { holder: name, level }, origin, about(holder))];
  });
  if (first === undefined) return below;
  const related = [{ message: "The first is here.", place: first.origin }];
  const several = others.map(({ origin }) => diagnostic(severalPlaceholders, { holder: name }, origin, { ...about(holder), related }));
  const literal = own.find(({ value }) => !isPlaceholder(value));
  if (literal === undefined) return [...several, ...below];
  const beside = diagnostic(placeholderBesideServers, { holder: name }, literal.origin, {
    ...about(holder),
    related: [{ message: "The placeholder is here.", place: first.origin }],
  });
  return [...several, beside, ...below];
}

function checkSpelling(holder: Holder, sites: readonly Site[]): Diagnostic[] {
  return sites.flatMap(({ path, origin, value }) => {
    const names = { holder: holderText(holder), field: fieldText(path) };
    if (isMisspeltPlaceholder(value)) return [diagnostic(misspeltPlaceholder, { ...names, value }, origin, about(holder))];
    return hasPlaceholderInside(value) ? [diagnostic(partialPlaceholder, names, origin, about(holder))] : [];
  });
}

/** A placeholder in a field that nothing fills would be taken for the value itself. */
function checkUnmanaged({ holder, sites }: Surveyed): Diagnostic[] {
  if (holder.definition === undefined) return [];
  const managed = new Set(sites.map(({ origin }) => origin.path.join("\0")));
  const found: Diagnostic[] = [];
  const open: Node[] = [holder.node];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { tree, path, value } = node;
    if (isPlaceholder(value) && !managed.has(path.join("\0"))) {
      const field = fieldText(path.slice(holder.node.path.length));
      found.push(diagnostic(unmanagedPlaceholder, { holder: holderText(holder), field }, valueOrigin(node), about(holder)));
    }
    // A document that is written as an object is looked at as a document.
    const inner = isArray(value)
      ? value.map((item, index): Node => ({ tree, path: [...path, index], value: item }))
      : isObject(value)
        ? entriesOf(node).flatMap(([key, item]) => (/^open_?[aA]pi_?[sS]chema$/.test(key) ? [] : [item]))
        : [];
    open.push(...inner.reverse());
  }
  return found;
}

function checkAnswers(holder: Holder, placeholder: Placeholder): Diagnostic[] {
  const { path, answers } = placeholder;
  const [site] = placeholder.sites;
  if (site === undefined) return [];
  const names = { holder: holderText(holder), field: fieldText(path) };
  const missing = answers.filter(({ state }) => state === "missing").map(({ environment }) => environment.name);
  const given = answers.flatMap((answer) =>
    checkAnswer(answer, names, { ...about(holder), related: [{ message: "The placeholder is here.", place: site.origin }] }),
  );
  // Where nothing is compiled, a wrong value costs nothing here either.
  const valued = holder.compiles ? given : given.map((found): Diagnostic => ({ ...found, severity: "warning" }));
  if (missing.length === 0 && answers.length > 0) return valued;
  const code = holder.compiles ? unresolvedPlaceholder : unresolvedElsewhere;
  return [diagnostic(code, { ...names, environments: missing }, site.origin, about(holder)), ...valued];
}

function checkAnswer(answer: Answer, names: { readonly holder: string; readonly field: string }, details: Details): Diagnostic[] {
  const environment = answer.environment.name;
  if (answer.state === "given") {
    const isAddress = /^https?:/i.test(answer.value) && hasVariables(answer.value);
    return isAddress ? [diagnostic(variablesInAddress, { ...names, environment }, answer.place, details)] : [];
  }
  if (answer.state !== "invalid") return [];
  const { fault, place } = answer;
  switch (fault.kind) {
    case "placeholder":
      return [diagnostic(nestedPlaceholder, { ...names, environment }, place, details)];
    case "empty":
      return [diagnostic(emptyValue, { ...names, environment }, place, details)];
    case "template":
      return [diagnostic(unrenderedTemplate, fault, place, details)];
    case "address":
      return [diagnostic(invalidAddress, { ...names, environment, reason: fault.reason }, place, { ...details, isSecret: fault.isSecret })];
    case "form":
      return [
        diagnostic(invalidValue, { ...names, environment, expected: fault.expected }, place, { ...details, isSecret: fault.isSecret }),
      ];
  }
}
