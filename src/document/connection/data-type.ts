import type { JsonSchema } from "../../source/json/json.ts";

/**
 * The schema of each `DataType` of Integration Connectors. The names are those of JDBC.
 * JDBC's TIME and TIMESTAMP have no time zone, so they are not the `time` and `date-time` of RFC 3339.
 */
const schemas: ReadonlyMap<string, JsonSchema> = new Map([
  ...named(["INT", "SMALLINT", "TINYINT", "INTEGER", "LONG", "BIGINT"], { type: "integer" }),
  ...named(["DOUBLE", "FLOAT", "REAL", "DECIMAL", "NUMERIC"], { type: "number" }),
  ...named(["BOOLEAN", "BIT"], { type: "boolean" }),
  ...named(["STRING", "CHAR", "VARCHAR", "LONGVARCHAR", "NCHAR", "NVARCHAR", "LONGNVARCHAR", "CLOB", "NCLOB"], { type: "string" }),
  ...named(["SQLXML", "ROWID", "DATALINK", "REF", "TIME", "TIMESTAMP", "DATETIME"], { type: "string" }),
  ...named(["DATE"], { type: "string", format: "date" }),
  ...named(["TIME_WITH_TIMEZONE"], { type: "string", format: "time" }),
  ...named(["TIMESTAMP_WITH_TIMEZONE"], { type: "string", format: "date-time" }),
  ...named(["UUID"], { type: "string", format: "uuid" }),
  ...named(["BLOB", "BINARY", "VARBINARY", "LONGVARBINARY"], { type: "string", contentEncoding: "base64" }),
  ...named(["STRUCT"], { type: "object" }),
  ...named(["ARRAY"], { type: "array" }),
  ...named(["NULL"], { type: "null" }),
  ...named(["OTHER", "JAVA_OBJECT", "DISTINCT", "REF_CURSOR", "UNSPECIFIED"], {}),
]);

/** The schema of a data type; `undefined` for an unknown data type. */
export function schemaOfDataType(dataType: string): JsonSchema | undefined {
  return schemas.get(dataType.replace(/^DATA_TYPE_/, ""));
}

/** The names of all data types in snapshots. */
export const dataTypes: readonly string[] = [...schemas.keys()].map((name) => `DATA_TYPE_${name}`);

function named(names: readonly string[], schema: JsonSchema): [string, JsonSchema][] {
  return names.map((name) => [name, schema]);
}
