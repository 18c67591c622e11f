import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../host/failure.ts";
import { hostLabel, pullDocument, toolsetName } from "../../host/fetch/pull.ts";
import { writeTexts } from "../../host/write-texts.ts";
import { isMcpAddress, type NewFolders, newMcpFiles, newOpenApiFiles } from "../../init/new-files.ts";
import { withSource } from "../../init/sources-entry.ts";
import { member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import type { File } from "../../targets/target.ts";
import { exitCodes } from "../exit-codes.ts";
import type { OpenedProject } from "../project/open.ts";
import { print } from "../report/print.ts";
import { UsageError } from "../usage-error.ts";
import type { GivenCredentials } from "./credentials.ts";
import { locationWithLogin } from "./logins.ts";
import { endpointFor, programOfFlag, pullTools, rejectUnused } from "./pull-server.ts";
import { trackCredentials } from "./track-credentials.ts";

/** A source that is not part of the project yet: a URL, or the command of an MCP server. */
export interface NewSource {
  readonly address: string | undefined;
  readonly command: string | undefined;
  /** The name of the new definition. If `undefined`, the definition gets the name that the source reports. */
  readonly name: string | undefined;
  readonly credentials: GivenCredentials;
}

/** Creates a definition for a new source, and saves its document or snapshot. */
export async function pullNewSource(
  wanted: NewSource,
  { root, config = "toolsetc.yaml", beneath }: OpenedProject & { readonly beneath: readonly string[] },
  textOf: (path: string) => string | undefined,
): Promise<number> {
  const { name, files } = await fetchNewSource(wanted);
  const [project] = beneath;
  if (project !== undefined)
    throw new UsageError(
      `This folder contains ${beneath.length} projects, but a new definition belongs to one. Name a project, such as ${shellWord(project)}.`,
    );
  const source = wanted.address;
  const folder = config.slice(0, config.lastIndexOf("/") + 1);
  const texts = new Map<string, string>();
  for (const { path, text } of files({ definitions: folder, documents: folder, snapshots: `${folder}snapshots/` })) {
    if (existsSync(join(root, path)))
      throw new Failure(
        `The file "${path}" already exists.`,
        "Nothing was written. To update an existing toolset, run `toolsetc pull <toolset>`. To add another toolset, choose another name with --name.",
      );
    texts.set(path, text);
  }
  const withEntry = source === undefined ? undefined : withSource(textOf(join(root, config)), name, source);
  if (withEntry !== undefined) texts.set(config, withEntry);
  writeTexts(root, texts);
  print(`${name}:\n${[...texts.keys()].map((path) => `  ${path}\n`).join("")}`);
  if (withEntry === undefined && source !== undefined)
    print(`${config} could not be changed. Add this entry under \`sources\` yourself: ${name}: ${source}\n`);
  return exitCodes.clean;
}

/** The toolset for a new source, and its files. */
export interface NewToolset {
  readonly name: string;
  /** Returns the new files: first the definition, then the document or snapshot. */
  readonly files: (folders: NewFolders & { readonly snapshots: string }) => readonly File[];
}

/** Fetches a new source. Nothing is written. */
export async function fetchNewSource(wanted: NewSource): Promise<NewToolset> {
  checkNewName(wanted.name);
  const { address } = wanted;
  return address === undefined || isMcpAddress(address) ? newServer(wanted) : newDocument(address, wanted);
}

/** Throws if the value of --name cannot be the name of a file and a toolset. */
export function checkNewName(name: string | undefined): void {
  if (name !== undefined && !/^[A-Za-z][\w-]{0,62}$/.test(name))
    throw new UsageError("--name takes a name of letters, digits, _ and -, whose first character is a letter.");
}

async function newServer({ address, command, name: given, credentials }: NewSource): Promise<NewToolset> {
  const noted = trackCredentials(credentials);
  // Read again for the definition: the user may have logged in in the meantime.
  const location = () =>
    address === undefined ? programOfFlag(command ?? "", credentials) : locationWithLogin({ serverAddress: address });
  const toolset = address ?? command ?? "";
  const asked = { toolset, endpoint: endpointFor(location()), credentials, context: noted.context, former: undefined };
  const { reportedName: spoken, text } = await pullTools(asked);
  rejectUnused(noted.unused());
  const name = given ?? toolsetName(spoken ?? (address === undefined ? "program" : hostLabel(address)));
  return {
    name,
    files: ({ definitions, snapshots }) => [
      ...newMcpFiles(name, location(), definitions),
      { path: `${snapshots}${name}.tools.json`, text },
    ],
  };
}

async function newDocument(address: string, { name: given, credentials }: NewSource): Promise<NewToolset> {
  rejectUnused(trackCredentials(credentials).unused());
  const document = await pullDocument(address, { former: undefined });
  const title = member(member(parseTree({ path: `document.${document.format}`, text: document.text }).data, "info"), "title");
  const name = given ?? toolsetName(typeof title === "string" && title.trim() !== "" ? title : hostLabel(address));
  return { name, files: (folders) => newOpenApiFiles(name, document, folders) };
}
