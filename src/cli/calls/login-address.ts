import { analyze, read } from "../../compile.ts";
import { pullTasks } from "../../environment/pull-task.ts";
import type { LoginPlace } from "../../host/login/login-place.ts";
import { endpointOf, noDocument } from "../../lower/endpoint.ts";
import { ownMember } from "../../runtime/json.ts";
import { namesInMessage } from "../../runtime/names-in-message.ts";
import { parseUrl } from "../../source/text/parse-url.ts";
import { runnableManifest } from "../../targets/manifests.ts";
import { settingsOf } from "../options.ts";
import { type InputFlags, openProject } from "../project/open.ts";
import { projectWith } from "../project/project-with.ts";
import { projectsBeneath } from "../project/projects-beneath.ts";
import { UsageError } from "../usage-error.ts";
import { checkAddress } from "./check-address.ts";
import { placeOfDocument } from "./logins.ts";

/** What is logged in at: an MCP server by its URL, or a toolset in the project at `path`. */
export async function loginPlace(service: string, path = ".", flags: Pick<InputFlags, "allowRoot"> = {}): Promise<LoginPlace> {
  const place = service.includes("://") ? placeOfService(service) : await placeOfToolset(service, path, flags);
  const { username, password } = place.address;
  if (username !== "" || password !== "") throw new UsageError("The URL contains a user name or a password.");
  return place;
}

function placeOfService(service: string): LoginPlace {
  checkAddress("login", service);
  return { address: new URL(service), scheme: undefined };
}

/** The place of a toolset in the project at `path` or, if it is a folder of several projects, in the one that has the toolset. */
async function placeOfToolset(toolset: string, path: string, flags: Pick<InputFlags, "allowRoot">): Promise<LoginPlace> {
  const beneath = await projectsBeneath(path, flags);
  const projects = beneath.length === 0 ? [path] : beneath;
  const places = async (name?: string) =>
    new Map(await Promise.all(projects.map(async (project) => [project, await placesIn(project, name, flags)] as const)));
  const found = await places(toolset);
  const project = await projectWith(`toolset "${toolset}"`, projects, async (each) => found.get(each)?.[0] !== undefined);
  const [first] = project === undefined ? [] : (found.get(project) ?? []);
  if (first !== undefined) return first.place;

  const names = [...(await places()).values()].flat().map(({ name }) => name);
  const what = `toolset "${toolset}" with a login`;
  const missing =
    beneath.length === 0 ? `There is no ${what}.` : `None of the ${beneath.length} projects has a ${what}: ${namesInMessage(beneath)}.`;
  const available = names.length === 0 ? "" : ` Available: ${namesInMessage(names, toolset)}.`;
  throw new UsageError(
    `${missing}${available} A toolset has one if it is an MCP server with a URL, or an OpenAPI document with the address of its service and a security scheme for people: openIdConnect, or oauth2 with authorizationCode. You can also give the URL of an MCP server: https://…/mcp`,
  );
}

/** The toolsets of a project that have a login, and where; with a name, only that one. */
async function placesIn(path: string, toolset: string | undefined, flags: Pick<InputFlags, "allowRoot">) {
  const opened = openProject(path, flags);
  const settings = settingsOf(flags, opened);
  const { definitions, project } = await read(opened.host, settings);
  const servers = pullTasks(definitions.accepted, project, { ...settings, toolset }).value.flatMap((task) => {
    if (task.kind !== "tools") return [];
    const address = ownMember(endpointOf(task.resolved, noDocument).definition["mcpToolset"], "serverAddress");
    const url = typeof address === "string" ? parseUrl(address) : undefined;
    return url === undefined ? [] : [{ name: task.toolset, place: { address: url, scheme: undefined } }];
  });
  if (toolset !== undefined && servers.length > 0) return servers;
  const scope = { toolsets: [], named: toolset === undefined ? [] : [toolset], beside: "namesakes" } as const;
  const { program } = await analyze(opened.host, { ...settings, scope, runsRules: false });
  const services = program.toolsets.flatMap((each) => {
    const isMeant = toolset === undefined || each.name === toolset || each.displayName === toolset;
    const place = isMeant && each.endpoint.kind === "openapi" ? placeOfDocument(runnableManifest(each)) : undefined;
    return place === undefined ? [] : [{ name: each.name, place }];
  });
  return [...servers, ...services];
}
