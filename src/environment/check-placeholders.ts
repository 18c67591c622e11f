import { unrenderedTemplate } from "../definition/codes.ts";
import { entries as entriesOf, type Node, valueOrigin } from "../definition/node.ts";
import { type Details, type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { isArray, isObject } from "../source/json/json.ts";
import { hasPlaceholderInside, isMisspeltPlaceholder, isPlaceholder } from "../source/text/placeholder.ts";
import { pushAll } from "../source/text/push-all.ts";
import {
  ambiguousEnvironmentEntry,
  emptyEnvironmentValue,
  invalidEnvironmentAddress,
  invalidEnvironmentValue,
  misspeltPlaceholder,
  partialPlaceholder,
  placeholderAsValue,
  placeholderBelowDocument,
  placeholderBesideServers,
  severalPlaceholders,
  unmanagedPlaceholder,
  unresolvedPlaceholder,
  unresolvedPlaceholderElsewhere,
  variablesInEnvironmentAddress,
} from "./codes.ts";
import type { FieldLocation } from "./field-location.ts";
import { fieldText } from "./managed-fields.ts";
import { type ManagedResource, resourceText } from "./managed-resource.ts";
import { keyOfEntry } from "./overlay.ts";
import { originKey } from "./restore.ts";
import type { EnvironmentValue, Placeholder, ResourceSurvey } from "./survey.ts";
import { hasVariables } from "./value-format.ts";

/** Checks the placeholders of a resource, and their values in all environments. */
export function checkPlaceholders(surveyed: ResourceSurvey): Diagnostic[] {
  const { resource, locations, placeholders, conflicts } = surveyed;
  const ambiguous = conflicts.map(({ environment, conflict: { entries } }) => {
    const [first, second] = entries;
    const related = [{ message: "The other entry is here.", place: keyOfEntry(first) }];
    const params = { resource: resourceText(resource), first: first.key, second: second.key, environment: environment.name };
    return diagnostic(ambiguousEnvironmentEntry, params, keyOfEntry(second), { ...about(resource), related });
  });
  return [
    ...ambiguous,
    ...checkServers(resource, locations),
    ...checkSpelling(resource, locations),
    ...checkUnmanaged(surveyed),
    ...placeholders.flatMap((placeholder) => checkEnvironmentValues(resource, placeholder)),
  ];
}

function about({ resourceType, name }: ManagedResource): Details {
  return resourceType === "toolset" ? { toolset: name } : resourceType === "tool" ? { tool: name } : {};
}

/**
 * Checks that at most one server is a placeholder, and that this server applies to the whole document: an environment has only one `url`.
 */
function checkServers(resource: ManagedResource, locations: readonly FieldLocation[]): Diagnostic[] {
  const servers = locations.flatMap(({ origin, value, server }) => (server === undefined ? [] : [{ origin, value, level: server.level }]));
  const own = servers.filter(({ level }) => level === "document");
  const [first, ...others] = own.filter(({ value }) => isPlaceholder(value));
  const name = resourceText(resource);
  const below = servers.flatMap(({ origin, value, level }) => {
    if (level === "document" || !isPlaceholder(value)) return [];
    return [diagnostic(placeholderBelowDocument, { resource: name, level }, origin, about(resource))];
  });
  if (first === undefined) return below;
  const related = [{ message: "The first placeholder is here.", place: first.origin }];
  const several = others.map(({ origin }) => diagnostic(severalPlaceholders, { resource: name }, origin, { ...about(resource), related }));
  const literal = own.find(({ value }) => !isPlaceholder(value));
  if (literal === undefined) return [...several, ...below];
  const withServers = diagnostic(placeholderBesideServers, { resource: name }, literal.origin, {
    ...about(resource),
    related: [{ message: "The placeholder is here.", place: first.origin }],
  });
  return [...several, withServers, ...below];
}

function checkSpelling(resource: ManagedResource, locations: readonly FieldLocation[]): Diagnostic[] {
  return locations.flatMap(({ path, origin, value }) => {
    const names = { resource: resourceText(resource), field: fieldText(path) };
    if (isMisspeltPlaceholder(value)) return [diagnostic(misspeltPlaceholder, { ...names, value }, origin, about(resource))];
    return hasPlaceholderInside(value) ? [diagnostic(partialPlaceholder, names, origin, about(resource))] : [];
  });
}

/**
 * Reports placeholders in fields that are not managed. CES does not replace such a placeholder, so the string `$env_var` itself would be
 * the value.
 */
function checkUnmanaged({ resource, locations }: ResourceSurvey): Diagnostic[] {
  if (resource.definition === undefined) return [];
  const managed = new Set(locations.map(({ origin }) => originKey(origin)));
  const found: Diagnostic[] = [];
  const open: Node[] = [resource.node];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { tree, path, value } = node;
    if (isPlaceholder(value) && !managed.has(originKey(valueOrigin(node)))) {
      const field = fieldText(path.slice(resource.node.path.length));
      found.push(diagnostic(unmanagedPlaceholder, { resource: resourceText(resource), field }, valueOrigin(node), about(resource)));
    }
    // A document inside the definition is skipped here, because `checkServers` checks the placeholders of its servers.
    const inner = isArray(value)
      ? value.map((item, index): Node => ({ tree, path: [...path, index], value: item }))
      : isObject(value)
        ? entriesOf(node).flatMap(([key, item]) => (/^open_?[aA]pi_?[sS]chema$/.test(key) ? [] : [item]))
        : [];
    pushAll(open, inner.reverse());
  }
  return found;
}

function checkEnvironmentValues(resource: ManagedResource, placeholder: Placeholder): Diagnostic[] {
  const { path, environmentValues } = placeholder;
  const [location] = placeholder.locations;
  if (location === undefined) return [];
  const names = { resource: resourceText(resource), field: fieldText(path) };
  const missing = environmentValues.filter(({ state }) => state === "missing").map(({ environment }) => environment.name);
  const given = environmentValues.flatMap((environmentValue) =>
    checkEnvironmentValue(environmentValue, names, {
      ...about(resource),
      related: [{ message: "The placeholder is here.", place: location.origin }],
    }),
  );
  // If nothing is compiled from the resource, its invalid values do not affect the output, so they are only warnings.
  const ofValues = resource.compiles ? given : given.map((found): Diagnostic => ({ ...found, severity: "warning" }));
  if (missing.length === 0 && environmentValues.length > 0) return ofValues;
  const code = resource.compiles ? unresolvedPlaceholder : unresolvedPlaceholderElsewhere;
  return [diagnostic(code, { ...names, environments: missing }, location.origin, about(resource)), ...ofValues];
}

function checkEnvironmentValue(
  environmentValue: EnvironmentValue,
  names: { readonly resource: string; readonly field: string },
  details: Details,
): Diagnostic[] {
  const environment = environmentValue.environment.name;
  if (environmentValue.state === "given") {
    const isAddress = /^https?:/i.test(environmentValue.value) && hasVariables(environmentValue.value);
    return isAddress ? [diagnostic(variablesInEnvironmentAddress, { ...names, environment }, environmentValue.place, details)] : [];
  }
  if (environmentValue.state !== "invalid") return [];
  const { error, place } = environmentValue;
  switch (error.kind) {
    case "placeholder":
      return [diagnostic(placeholderAsValue, { ...names, environment }, place, details)];
    case "empty":
      return [diagnostic(emptyEnvironmentValue, { ...names, environment }, place, details)];
    case "template":
      return [diagnostic(unrenderedTemplate, error, place, details)];
    case "address":
      return [
        diagnostic(invalidEnvironmentAddress, { ...names, environment, reason: error.reason }, place, {
          ...details,
          isSecret: error.isSecret,
        }),
      ];
    case "form":
      return [
        diagnostic(invalidEnvironmentValue, { ...names, environment, expected: error.expected }, place, {
          ...details,
          isSecret: error.isSecret,
        }),
      ];
  }
}
