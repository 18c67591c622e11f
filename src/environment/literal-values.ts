import type { Definition } from "../definition/definition.ts";
import type { Project } from "../project/project.ts";
import type { Json } from "../source/json/json.ts";
import { isPlaceholder } from "../source/text/placeholder.ts";
import type { Origin } from "../source/tree.ts";
import { type FieldLocation, fieldLocations, unmanagedLocations } from "./field-location.ts";
import { fieldText } from "./managed-fields.ts";
import { type ManagedResource, managedDefinition, resourceText } from "./managed-resource.ts";

/** A value in a definition or its document that applies to every environment, in a field whose value may differ by environment. */
export interface LiteralValue {
  readonly value: string;
  readonly origin: Origin;
}

/**
 * The literal values of a definition that may belong to one environment: addresses, accounts, secrets and names of Google Cloud, and the
 * ids of clients. Of the servers of its document, this is the first one, which calls are sent to.
 */
export function literalValues(definition: Definition, project: Project): LiteralValue[] {
  const resource = managedDefinition(definition, project);
  // A plain name, such as the name of a header, names no deployment.
  const managed = fieldLocations(resource, project).filter(({ field }) => field.format !== "name");
  const firstServer = managed.find(({ server }) => server !== undefined);
  const used = managed.filter((location) => location.server === undefined || location === firstServer);
  return [...used, ...unmanagedLocations(resource)].flatMap(({ value, origin }) =>
    typeof value === "string" && isLiteral(value) ? [{ value, origin }] : [],
  );
}

/** A value that an export leaves in its resource, and the reason. */
export interface LeftValue {
  /** The resource and the field, for messages: `toolsets.shop.mcpToolset.serverAddress`. */
  readonly field: string;
  readonly reason: string;
}

/** The values of a resource that an export does not include, each field and reason once. */
export function leftValues(resource: ManagedResource, project: Project, extensions: boolean): LeftValue[] {
  const managed = fieldLocations(resource, project).map((location) => ({ ...location, reason: reasonToLeave(location, extensions) }));
  const unmanaged = unmanagedLocations(resource).map((location) => ({
    ...location,
    reason: "an environment cannot have a value for this field",
  }));
  const left = [...managed, ...unmanaged].flatMap(({ path, value, reason }) =>
    reason !== undefined && isLiteral(value) ? [{ field: `${resourceText(resource)}.${fieldText(path)}`, reason }] : [],
  );
  return [...new Map(left.map((each) => [`${each.field} ${each.reason}`, each])).values()];
}

/** Why an export does not include a field at a location; `undefined` if it includes the field. */
export function reasonToLeave({ field, server }: FieldLocation, extensions: boolean): string | undefined {
  if (field.source === "extension" && !extensions) return "CES does not replace `$env_var` in this field; --extensions exports it";
  if (server !== undefined && server.level !== "document") return "an environment has no value for the `servers` of a path or an operation";
  return undefined;
}

/** Whether a value is neither empty nor the placeholder. */
export function isLiteral(value: Json): boolean {
  return value !== "" && !isPlaceholder(value);
}
