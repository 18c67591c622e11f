// The codes about the tools of connections.

import type { Code } from "../../diagnostic/diagnostic.ts";

export const unknownConnectorItem: Code<{ what: string; name: string; near: string | undefined }> = {
  code: "unknown-connector-item",
  severity: "error",
  message: ({ what, name, near }) => `The connection has no ${what} "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "The snapshot lists the entities and actions of the connection. Correct the name, or pull the snapshot again if the connection has changed.",
  replacement: ({ near }) => near,
};

export const unknownConnectorField: Code<{ field: string; what: string; item: string; near: string | undefined }> = {
  code: "unknown-connector-field",
  severity: "error",
  message: ({ field, what, item, near }) =>
    `The ${what} "${item}" has no field "${field}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Fields are selected by their names in the snapshot. Correct or remove the field.",
  replacement: ({ near }) => near,
};

export const unsupportedEntityOperation: Code<{ operation: string; entity: string; operations: readonly string[] }> = {
  code: "unsupported-entity-operation",
  severity: "error",
  message: ({ operation, entity, operations }) =>
    `The entity "${entity}" does not support the operation ${operation}. Supported operations: ${operations.join(", ")}.`,
  help: "The connection would reject every call. Choose an operation that the snapshot lists, or pull the snapshot again if the connection has changed.",
};

export const duplicateConnectorAction: Code<{ name: string }> = {
  code: "duplicate-connector-action",
  severity: "error",
  message: ({ name }) => `Two items of "connectorActions" define the tool "${name}", so the second item is omitted.`,
  help: "A tool may have only one item. Remove one item, or list the fields of both in one item.",
};

export const snapshotOfOtherConnection: Code<{ connection: string; snapshot: string }> = {
  code: "snapshot-of-other-connection",
  severity: "warning",
  message: ({ connection, snapshot }) => `The snapshot describes the connection "${snapshot}", not "${connection}".`,
  help: "The two connections may have different entities and fields, and calls would then fail. Pull the snapshot again.",
};
