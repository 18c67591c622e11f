import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A call that the agent makes. */
type Call = { readonly [member: string]: unknown };

/** A session service on the loopback address, written from the published messages of google.cloud.ces.v1beta. */
export interface SessionService {
  readonly address: string;
  /** The inputs of all requests that were accepted, as they arrived. */
  readonly inputs: unknown[][];
  close(): Promise<void>;
}

const inputTypes = ["text", "dtmf", "audio", "toolResponses", "image", "blob", "variables", "event"];

/**
 * For each text the agent goes through `rounds`: the calls of each are asked for at once, in one output or in several. While calls are open the
 * session takes nothing but their results, each with the `id`, tool and `displayName` of its call.
 */
export async function startSessionService(rounds: readonly (readonly (readonly Call[])[])[]): Promise<SessionService> {
  const inputs: unknown[][] = [];
  let open: readonly Call[] = [];
  let round = 0;

  function outputs(): unknown[] {
    const calls = rounds[round++];
    if (calls === undefined) {
      round = 0;
      return [{ text: "Done.", turnIndex: 1, turnCompleted: true }];
    }
    open = calls.flat();
    return calls.map((toolCalls, index) => ({ toolCalls: { toolCalls }, turnIndex: 1, turnCompleted: index === calls.length - 1 }));
  }

  function check(path: string, body: { config?: { session?: string }; inputs?: Call[] }): string | undefined {
    const session = /^\/v1beta\/(projects\/[^/]+\/locations\/[^/]+\/apps\/[^/]+\/sessions\/[^/]+):runSession$/.exec(path)?.[1];
    if (session === undefined || body.config?.session !== session) return "config.session is required and has to be that of the address.";
    const unknown = Object.keys(body).find((name) => name !== "config" && name !== "inputs");
    if (unknown !== undefined) return `Unknown name "${unknown}".`;
    if (body.inputs === undefined || body.inputs.length === 0) return "inputs is required.";
    for (const input of body.inputs) {
      const types = Object.keys(input).filter((name) => inputTypes.includes(name));
      if (types.length !== 1 || types.length !== Object.keys(input).length) return "An input has exactly one type.";
    }
    if (open.length === 0) return undefined;
    const [input, ...others] = body.inputs;
    const { toolResponses, ...rest } = Object(input?.["toolResponses"]);
    if (others.length > 0 || !Array.isArray(toolResponses) || Object.keys(rest).length > 0)
      return "The session waits for the results of tools.";
    if (toolResponses.length !== open.length) return `${open.length} results are needed, and there are ${toolResponses.length}.`;
    for (const call of open) {
      const { args: _args, ...identity } = call;
      const response = toolResponses.find(
        ({ response: _response, ...each }) => JSON.stringify(sorted(each)) === JSON.stringify(sorted(identity)),
      );
      if (response === undefined) return `No result has the names of call ${JSON.stringify(identity)}.`;
      if (typeof response.response !== "object" || response.response === null || Array.isArray(response.response))
        return "response is a Struct.";
    }
    open = [];
    return undefined;
  }

  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const body = JSON.parse(text);
      const problem = check(request.url ?? "", body);
      response.setHeader("content-type", "application/json");
      if (problem !== undefined) {
        response.writeHead(400).end(JSON.stringify({ error: { code: 400, message: problem, status: "INVALID_ARGUMENT" } }));
        return;
      }
      inputs.push(body.inputs);
      response.end(JSON.stringify({ outputs: outputs() }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  return {
    address: `http://127.0.0.1:${port}`,
    inputs,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sorted(value: object): unknown {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
