import { type Command, InvalidArgumentError, Option } from "commander";
import { formatNames } from "../findings/formats/format-names.ts";

// Flags that several commands share. Each function returns a new object, since commander needs one for each command.

export const formatFlag = () =>
  new Option("--format <format>", "the format of findings and data on stdout").choices(["text", "json"]).default("text");
export const acceptFlag = () =>
  new Option("--accept <fingerprint>", "record in toolsetc.lock/accepted-changes.yaml that this change is intended; repeatable")
    .argParser(collectList)
    .default([]);
export const acceptTextsFlag = () =>
  new Option(
    "--accept-texts <toolset>",
    "print the new texts that others wrote for this toolset, and record that they were read; repeatable",
  )
    .argParser(collectList)
    .default([]);
export const reportFormatFlag = () =>
  new Option("--format <format>", "the format of findings on stdout").choices(formatNames).default("text");
export const reportFlag = () =>
  new Option("--report <format=file>", "also write all findings to this file, such as sarif=toolsets.sarif").argParser(collect).default([]);
const baselineFlag = () =>
  new Option("--baseline <file>", "hide the findings that this file lists; validate --update-baseline writes the file");
export const allowCodeFlag = () => new Option("--allow-code", "run the rules in files that `ruleFiles` names: code of the project");
export const quietFlag = () => new Option("-q, --quiet", "print only errors, and no summary");
export const environmentFlag = (description: string) => new Option("--env <name|file>", description);
export const toolsetFlag = () => new Option("--toolset <name>", "only this toolset").argParser(collectList).default([]);
export const setFlag = () =>
  new Option("--set <path=value>", "set one environment value, such as toolsets.shop.openApiToolset.url=https://…")
    .argParser(collect)
    .default([]);
export const profileFlag = () =>
  new Option(
    "--profile <profile>",
    "also report as errors what CX Agent Studio refuses (ces) or what the OpenAPI standard forbids (openapi)",
  ).choices(["ces", "openapi"]);
export const failOnFlag = () =>
  new Option("--fail-on <severity>", "the lowest severity that makes the command exit with 1")
    .choices(["error", "warning"])
    .default("error");
export const maxWarningsFlag = () =>
  new Option("--max-warnings <n>", "exit with 1 if there are more warnings than this number").argParser(wholeNumber);
export const openapiFlag = () => new Option("-i, --openapi <file>", "use this OpenAPI document instead of a project");
export const includeFlag = () =>
  new Option("--include <selector>", 'only these operations: tag:x, method:GET, "GET /pets/*" or an operationId')
    .argParser(collectList)
    .default([]);
export const excludeFlag = () => new Option("--exclude <selector>", "omit these operations").argParser(collectList).default([]);
export const variableFlag = () =>
  new Option("--var <name=env:NAME>", "the value of a context variable, from an environment variable").argParser(collect).default([]);
export const secretFlag = () =>
  new Option("--secret <name=env:NAME>", "the value of a secret, from an environment variable").argParser(collect).default([]);
export const authFlag = () =>
  new Option("--auth <scheme=env:NAME>", "the credential of a security scheme, from an environment variable")
    .argParser(collect)
    .default([]);
export const envFileFlag = () =>
  new Option("--env-file <file>", "a file of lines NAME=value, such as .env, for flags that name environment variables");
export const againstFlag = (
  description = "the base to compare with: a lock, a folder, or a revision such as origin/main; by default toolsetc.lock",
) => new Option("--against <base>", description);
export const baseUrlFlag = () =>
  new Option("--base-url <url>", "the base URL of the service, instead of that in the document, the definition or the environment");
export const projectFlag = () => new Option("--project <path>", "the folder of the project").default(".");

export const allowRootFlag = () =>
  new Option("--allow-root <folder>", "allow a root in this folder, even one above the Git repository or the home folder");

/** The flags of commands that compile a part of a project, or a document. */
export const inputFlags = () => [toolsetFlag(), openapiFlag(), includeFlag(), excludeFlag()];
/** The flags of commands that report the findings of a project. */
export const findingFlags = () => [
  failOnFlag(),
  maxWarningsFlag(),
  baselineFlag(),
  allowCodeFlag(),
  quietFlag(),
  reportFormatFlag(),
  reportFlag(),
];

export function addFlags(command: Command, flags: readonly Option[]): Command {
  return flags.reduce((each, flag) => each.addOption(flag), command);
}

/** The value of a flag that takes a whole number. */
export function wholeNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number, 0 or more.");
}

/** Collects the values of a repeatable flag. */
export function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

/**
 * Collects the values of a repeatable flag. A value may be a list, separated by commas. In a value with a slash or a space, such as
 * `GET /pets/{a},{b}`, a comma does not separate values.
 */
export function collectList(value: string, previous: string[]): string[] {
  const parts = value.split(",");
  return [...previous, ...(parts.every((part) => /^[^\s/]+$/.test(part)) ? parts : [value])];
}
