import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../host/failure.ts";
import { type FirstServer, firstMcpFiles, firstOpenApiFiles, isMcpAddress } from "../host/first-files.ts";
import { pullDocument, spokenHost, toolsetName } from "../host/pull.ts";
import { withSource } from "../host/sources-entry.ts";
import { writeTexts } from "../host/write-texts.ts";
import { member } from "../source/json.ts";
import { parseTree } from "../source/parse-tree.ts";
import type { File } from "../targets/target.ts";
import type { Credentials } from "./credentials.ts";
import { exitCodes } from "./exit-codes.ts";
import { notedCredentials } from "./noted-credentials.ts";
import type { Opened } from "./open.ts";
import { print } from "./print.ts";
import { connectionTo, programOfFlag, pullTools, refuseUnused } from "./pull-server.ts";
import { UsageError } from "./usage-error.ts";

/** What the project does not have yet: what is at an address, or the program of a command. */
export interface Wanted {
  readonly address: string | undefined;
  readonly command: string | undefined;
  /** What the definition is called; `undefined`: as it calls itself. */
  readonly name: string | undefined;
  readonly credentials: Credentials;
}

/** Makes the first definition for something that the project did not have, beside what it was made from. */
export async function pullFirst(
  wanted: Wanted,
  { root, config = "toolsetc.yaml" }: Opened,
  textOf: (path: string) => string | undefined,
): Promise<number> {
  const { address } = wanted;
  if (wanted.name !== undefined && !/^[A-Za-z][\w-]{0,62}$/.test(wanted.name))
    throw new UsageError(`--name takes letters, digits, _ and -, of which the first is a letter.`);
  const first = address === undefined || isMcpAddress(address) ? await firstServer(wanted) : await firstDocument(address, wanted);
  const name = wanted.name ?? toolsetName(first.spoken);
  const texts = new Map<string, string>();
  for (const { path, text } of first.files(name, config.slice(0, config.lastIndexOf("/") + 1))) {
    if (existsSync(join(root, path)))
      throw new Failure(
        `"${path}" is there already.`,
        "Nothing is overwritten. Pull by the toolset's name to bring it up to date, or choose another name with --name.",
      );
    texts.set(path, text);
  }
  const withEntry = address === undefined ? undefined : withSource(textOf(join(root, config)), name, address);
  if (withEntry !== undefined) texts.set(config, withEntry);
  writeTexts(root, texts);
  print(`${name}:\n${[...texts.keys()].map((path) => `  ${path}\n`).join("")}`);
  if (withEntry === undefined && address !== undefined) print(`Add to "sources" in ${config} yourself: ${name}: ${address}\n`);
  return exitCodes.clean;
}

interface First {
  /** How it calls itself. */
  readonly spoken: string;
  readonly files: (name: string, folder: string) => readonly File[];
}

async function firstServer({ address, command, credentials }: Wanted): Promise<First> {
  const noted = notedCredentials(credentials);
  const server: FirstServer = address === undefined ? programOfFlag(command ?? "", credentials) : { serverAddress: address };
  const toolset = address ?? command ?? "";
  const asked = { toolset, connection: connectionTo(server), credentials, context: noted.context, former: undefined };
  const { spoken, text } = await pullTools(asked);
  refuseUnused(noted.unused());
  return {
    spoken: spoken ?? (address === undefined ? "program" : spokenHost(address)),
    files: (name, folder) => [...firstMcpFiles(name, server, folder), { path: `${folder}snapshots/${name}.tools.json`, text }],
  };
}

async function firstDocument(address: string, { credentials }: Wanted): Promise<First> {
  refuseUnused(notedCredentials(credentials).unused());
  const document = await pullDocument(address, { former: undefined });
  const title = member(member(parseTree({ path: `document.${document.format}`, text: document.text }).data, "info"), "title");
  return {
    spoken: typeof title === "string" && title.trim() !== "" ? title : spokenHost(address),
    files: (name, folder) => firstOpenApiFiles(name, document, folder),
  };
}
