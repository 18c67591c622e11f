import type { Catalog, CatalogChanges } from "./catalog.ts";

export interface ProjectCatalog {
  /** The path of the project's folder. */
  readonly project: string;
  readonly catalog: Catalog;
}

/** One catalog of several projects. If several have a toolset, a tool or an agent of the same name, its name begins with its project. */
export function joinCatalogs(title: string, catalogs: readonly ProjectCatalog[]): Catalog {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { project, catalog } of catalogs)
    for (const name of namesIn(catalog)) {
      if ((owners.get(name) ?? project) !== project) shared.add(name);
      owners.set(name, project);
    }
  const joined = catalogs.map(({ project, catalog }) => renamed(catalog, (name) => (shared.has(name) ? `${project}/${name}` : name)));
  const changes = joined.flatMap((each) => each.changes ?? []);
  return {
    title,
    toolsets: joined.flatMap(({ toolsets }) => toolsets),
    agents: joined.flatMap(({ agents }) => agents),
    findings: joined.flatMap(({ findings }) => findings),
    changes: changes.length === 0 ? undefined : joinChanges(changes),
  };
}

function namesIn({ toolsets, agents }: Catalog): string[] {
  const ofToolsets = toolsets.flatMap(({ name, title, tools }) => [name, title, ...tools.map((tool) => tool.name)]);
  return [...ofToolsets, ...agents.map(({ name }) => name)];
}

type Rename = (name: string) => string;

function renamed({ toolsets, agents, changes, ...catalog }: Catalog, rename: Rename): Catalog {
  return {
    ...catalog,
    toolsets: toolsets.map((toolset) => ({
      ...toolset,
      name: rename(toolset.name),
      title: rename(toolset.title),
      agents: toolset.agents?.map(rename),
      tools: toolset.tools.map((tool) => ({
        ...tool,
        name: rename(tool.name),
        agents: tool.agents?.map(rename),
        entry: { ...tool.entry, name: rename(tool.entry.name) },
      })),
    })),
    agents: agents.map(({ name, ...agent }) => ({
      name: rename(name),
      toolsets: agent.toolsets.map(rename),
      tools: agent.tools.map(rename),
    })),
    changes: changes && { ...changes, rows: changes.rows.map((row) => renamedRow(row, rename)) },
  };
}

function renamedRow(row: CatalogChanges["rows"][number], rename: Rename): CatalogChanges["rows"][number] {
  return { ...row, toolset: rename(row.toolset), tool: row.tool && rename(row.tool), agents: row.agents.map(rename) };
}

function joinChanges(all: readonly CatalogChanges[]): CatalogChanges {
  return {
    base: [...new Set(all.map(({ base }) => base))].join(", "),
    changes: all.flatMap(({ changes }) => changes),
    unknown: all.flatMap(({ unknown }) => unknown),
    rows: all.flatMap(({ rows }) => rows),
  };
}
