import { analyze } from "../../../compile.ts";
import { thousands } from "../../../diagnostic/name-list.ts";
import { isUnbound } from "../../../runtime/client.ts";
import type { Files } from "../../../runtime/files/files.ts";
import type { Context, Tool } from "../../../runtime/index.ts";
import { ToolError } from "../../../runtime/tool-error.ts";
import { runnableManifest } from "../../../targets/manifests.ts";
import { askYes, canAsk } from "../../calls/ask.ts";
import { callUntilDone } from "../../calls/call-until-done.ts";
import { checkAddress } from "../../calls/check-address.ts";
import { closeAll } from "../../calls/close-all.ts";
import { type CredentialFlags, readCredentials } from "../../calls/credentials.ts";
import { dryRun, requestText } from "../../calls/dry-run.ts";
import { filesIn } from "../../calls/files-in.ts";
import { findOrExplain } from "../../calls/find-or-explain.ts";
import { flagsFor } from "../../calls/flags-for.ts";
import { interruption } from "../../calls/interruption.ts";
import { logInAt } from "../../calls/log-in-at.ts";
import { loginCommandFor, placeAfter } from "../../calls/logins.ts";
import { namedArguments } from "../../calls/named-arguments.ts";
import { atProjectOfTool } from "../../calls/project-of-tool.ts";
import { fakeOf } from "../../calls/python-fakes.ts";
import { readArguments, readFileOf } from "../../calls/read-arguments.ts";
import { readSession } from "../../calls/read-session.ts";
import { rejectUnusedAuth } from "../../calls/reject-unused-auth.ts";
import { rejectUnusedSecrets } from "../../calls/reject-unused-secrets.ts";
import { type FileForResult, resultFileAt, type WrittenFile } from "../../calls/result-file.ts";
import { trackCredentials } from "../../calls/track-credentials.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, settingsOf } from "../../options.ts";
import { atPath } from "../../project/document-path.ts";
import { isExisting } from "../../project/find-path.ts";
import { loadTools } from "../../project/load-tools.ts";
import { inputText, openProject } from "../../project/open.ts";
import { print, printAsIs, printError, printJson, printMessage } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

interface CallFlags extends CommonOptions, CredentialFlags {
  readonly project: string;
  readonly session?: readonly string[];
  readonly args?: string;
  readonly baseUrl?: string;
  readonly files?: readonly string[];
  readonly out?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly fake?: boolean;
  readonly yes?: boolean;
}

/**
 * Calls one tool without generated code. Prints the result to stdout, and everything else to stderr. `values` are arguments such as
 * `limit=5`, and the path of the project.
 */
export function runCall(wanted: string, values: readonly string[], flags: CallFlags): Promise<number> {
  return callOnce(wanted, values, flags, "first");
}

async function callOnce(wanted: string, values: readonly string[], flags: CallFlags, time: "first" | "again"): Promise<number> {
  const named = values.filter(isNamed);
  if (named.length > 0 && flags.args !== undefined)
    throw new UsageError("Give the arguments of the tool by name or with --args, not both.");
  const target = targetOf(flags);
  // For other commands, `out` is the output folder of a project.
  const { out: _result, ...given } = atPath(pathAmong(values), flags);
  checkAddress("--base-url", given.baseUrl);
  const options = await atProjectOfTool(wanted, given);
  const opened = openProject(options.project, options);
  const credentials = readCredentials(options);
  const session = readSession(options.session ?? []);
  const analysis = await analyze(opened.host, {
    ...settingsOf(options, opened),
    scope: { toolsets: [], named: [wanted], beside: "namesakes" },
  });
  const errors = projectErrors(analysis, { path: inputText(options.project, options), opened });
  if (errors.printOfFlags()) return exitCodes.usage;
  const found = findOrExplain(analysis, wanted, { errors, isBare: options.openapi !== undefined });
  rejectUnusedSecrets(Object.keys(credentials.secrets), [found.toolset.endpoint]);
  const manifest = runnableManifest(found.toolset);
  rejectUnusedAuth(Object.keys(credentials.auth), [manifest]);
  // With --env, the tool has only the requested environment. The name of this environment differs from the value of --env if the value is
  // a file.
  const environment = options.env === undefined ? undefined : Object.keys(found.toolset.endpoint.environments)[0];
  const files = await filesIn(options.files ?? []);
  const loaded = await loadTools([manifest]);
  const compiled = loaded.tools.flat().find(({ name }) => name === found.tool.name);
  if (compiled === undefined) throw new Error(`The manifest of toolset "${found.toolset.name}" has no tool "${found.tool.name}".`);
  // This schema has the shared schemas that it refers to.
  const schema = compiled.inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  const input =
    named.length === 0 ? await readArguments(options.args) : namedArguments(named, schema, (path) => readFileOf(`@${path}`, path));
  const tool = files === undefined ? compiled : namingFiles(compiled, files, target);

  const noted = trackCredentials(credentials, manifest.securitySchemes);
  const context: Context = {
    ...noted.context,
    session,
    baseUrl: options.baseUrl,
    environment,
    signal: interruption(),
    readBody: target?.readBody,
  };
  try {
    if (tool.binding.transport === "client" && options.fake !== true)
      throw new UsageError(`No command calls "${tool.name}", a client function: it is executed by the program that declares it.`);
    if (options.dryRun) {
      const request = await dryRun(tool, input, { context, credentials });
      warnUnused(noted.unused());
      return printRequest(tool, request, options);
    }
    const fake = options.fake ? await fakeOf(found, { analysis, opened, tool, variables: credentials.variables }) : undefined;
    let isApproved = false;
    const fakes = {
      // A fake runs after the checks of the input. So the user is asked for approval only if the call would be sent.
      [tool.name]: async (given: unknown) => {
        const faked = await fake?.(given);
        if (faked === undefined && !isUnbound(tool) && !isApproved) await approve(tool, given, options);
        isApproved = true;
        return faked;
      },
    };
    const answer = await callUntilDone(tool, input, (each) => tool.execute(each, { ...context, fakes }));
    if (!options.fake) warnUnused(noted.unused());
    return target === undefined ? printResult(tool, answer, options) : printWritten(tool, await target.write(tool, answer), options);
  } catch (error) {
    const failure = target?.failure();
    if (failure !== undefined) return printUnwritten(tool, failure, flags);
    if (!(error instanceof ToolError)) throw error;
    if (error.sent) warnUnused(noted.unused());
    const place = placeAfter(error, manifest);
    const help = place && `If the service asks for a login: ${loginCommandFor(place, manifest.name, options.project)}`;
    const code = printToolError(tool, error, { ...options, help });
    if (place === undefined || time === "again" || !canAsk()) return code;
    if (!(await askYes(`Log in at ${place.address.href} with your browser, and call again?`))) return code;
    await logInAt(place);
    // A service that refuses a call has not carried it out. Its approval is asked for again.
    return await callOnce(wanted, values, flags, "again");
  } finally {
    await closeAll([loaded, files, target]);
  }
}

/** The file for the result; `undefined` if the result is printed. */
function targetOf({ out, force, dryRun }: CallFlags): FileForResult | undefined {
  if (out === undefined) {
    if (force === true) throw new UsageError("--force is for --out: the file that the result replaces.");
    return undefined;
  }
  if (dryRun === true) throw new UsageError("--dry-run has no result that --out could write. Leave out one of the two.");
  return resultFileAt(out, { force });
}

/**
 * The tool whose arguments may name files. Its downloads are in the result as without --files: a handle would name a file that is removed
 * when the command ends.
 */
function namingFiles(tool: Tool, files: Files, target: FileForResult | undefined): Tool {
  const readBody = target?.readBody;
  const [bound] = files.bind([{ ...tool, execute: (input: unknown, context?: Context) => tool.execute(input, { ...context, readBody }) }]);
  return bound;
}

/** Whether a value is an argument such as `limit=5`. */
function isNamed(value: string): boolean {
  return /^[^=/\\{]+=/.test(value);
}

function pathAmong(values: readonly string[]): string | undefined {
  const [path, ...others] = values.filter((value) => !isNamed(value));
  const isValue = path !== undefined && (path.startsWith("{") || (/^-?\d|^["[]/.test(path) && !isExisting(path)));
  if (isValue || others.length > 0)
    throw new UsageError(`Give the arguments of the tool by name, such as id=7, or all with --args, such as --args '{"id": 7}'.`);
  return path;
}

function warnUnused(flags: readonly string[]): void {
  for (const flag of flags)
    printMessage(
      `${flag} was not used: the call needs no value of that name. If the OpenAPI document has no security schemes, define them in toolsetc.yaml under overrides.<toolset>.auth.\n`,
    );
}

async function approve(tool: Tool, input: unknown, { yes }: CallFlags): Promise<void> {
  if (tool.approval === "none" || yes) return;
  const { stdin, stderr } = terminal();
  if (!stdin.isTTY || !stderr.isTTY)
    throw new UsageError(
      `"${tool.name}" needs your approval, but stdin is not a terminal. Nothing was sent. Run the command in a terminal, where you are asked.`,
    );
  if (!(await askYes(`"${tool.name}" needs your approval. Call it with ${JSON.stringify(input)}?`)))
    throw new UsageError("The call was not approved. Nothing was sent.");
}

function printRequest(tool: Tool, request: Awaited<ReturnType<typeof dryRun>>, { format }: CallFlags): number {
  if (format === "json") printJson(jsonOf(tool, { request }));
  else print(requestText(request));
  return exitCodes.clean;
}

function printResult(tool: Tool, output: unknown, { format }: CallFlags): number {
  printJson(format === "json" ? jsonOf(tool, { output: output ?? null }) : (output ?? null));
  return exitCodes.clean;
}

/** Says on stderr what was written: stdout has only data. */
function printWritten(tool: Tool, { path, mediaType, bytes }: WrittenFile, { format }: CallFlags): number {
  if (format === "json") printJson(jsonOf(tool, { file: { path, mediaType, bytes } }));
  else printMessage(`Wrote ${path}: ${mediaType}, ${thousands(bytes)} bytes\n`);
  return exitCodes.clean;
}

function printUnwritten(tool: Tool, failure: unknown, { out, format }: CallFlags): number {
  const message = `The call was made, but its result could not be written to "${out}": ${failure instanceof Error ? failure.message : failure}`;
  if (format === "json") printJson(jsonOf(tool, { error: { code: "not-written", message, sent: true, details: {} } }));
  else printError(message);
  return exitCodes.findings;
}

/** Prints the error of a call, and returns the exit code: the code of findings if the call was sent, else the code of wrong usage. */
function printToolError(tool: Tool, error: ToolError, { format, help }: CallFlags & { readonly help: string | undefined }): number {
  const { code, message, sent, details } = error;
  if (format === "json") printJson(jsonOf(tool, { error: { code, message, sent, details } }));
  else {
    printError(`${message} (${code})`, [flagsFor(error), help].filter((text) => text !== undefined).join(" ") || undefined);
    const { body } = details;
    if (typeof body === "string" && body !== "") printAsIs(`${body}\n`);
  }
  return sent ? exitCodes.findings : exitCodes.usage;
}

function jsonOf({ name, toolset }: Tool, rest: object): object {
  return { formatVersion: "1.0", toolset: toolset.displayName, tool: name, ...rest };
}
