import type { Definition } from "../definition/definition.ts";
import { printable } from "../diagnostic/printable.ts";
import type { Project } from "../project/project.ts";
import { fieldText } from "./managed-fields.ts";
import { resourceText } from "./managed-resource.ts";
import type { Selection } from "./selection.ts";
import { survey } from "./survey.ts";

/** Which placeholders have a value in which environment: a row for each placeholder, a column for each environment. */
export interface EnvironmentMatrix {
  readonly environments: readonly string[];
  readonly rows: readonly MatrixRow[];
}

export interface MatrixRow {
  /** The path of the resource in an environment, such as `toolsets.shop`, `tools.faq` or `app`. */
  readonly resource: string;
  readonly field: string;
  /** The state of the placeholder by environment; `none` if the environment belongs to another app. */
  readonly values: ReadonlyMap<
    string,
    { readonly state: "given" | "missing" | "invalid" | "unread" | "none"; readonly value: string | undefined }
  >;
}

/** Finds the state of every placeholder in every selected environment. */
export function environmentMatrix(definitions: readonly Definition[], project: Project, selection: Selection): EnvironmentMatrix {
  const { surveyed, environments } = survey(definitions, project, selection);
  const names = [...new Set(environments.map(({ name }) => name))];
  const rows = surveyed.flatMap(({ resource, placeholders }) =>
    placeholders.map(({ path, environmentValues }) => {
      const values = names.map((name) => {
        const environmentValue = environmentValues.find(({ environment }) => environment.name === name);
        return [
          name,
          {
            state: environmentValue?.state ?? ("none" as const),
            value: environmentValue?.state === "given" ? environmentValue.value : undefined,
          },
        ] as const;
      });
      return { resource: resourceText(resource), field: fieldText(path), values: new Map(values) };
    }),
  );
  return { environments: names, rows };
}

const words = { given: "ok", missing: "MISSING", invalid: "INVALID", unread: "unreadable", none: "-" };

/** Formats the matrix as aligned columns; empty if there is no placeholder. */
export function formatMatrix({ environments, rows }: EnvironmentMatrix): string {
  if (rows.length === 0) return "";
  const lines = [
    ["resource", "field", ...environments],
    ...rows.map(({ resource, field, values }) => [
      resource,
      field,
      ...environments.map((name) => words[values.get(name)?.state ?? "none"]),
    ]),
  ].map((line) => line.map(printable));
  const widths = lines[0]?.map((_cell, column) => lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0)) ?? [];
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
