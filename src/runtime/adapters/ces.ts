import type { Context } from "../context.ts";
import { bindTool, untyped } from "../tool/bind-tools.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";
import { ToolError } from "../tool-error.ts";
import { startDeadline } from "../transport/deadline.ts";
import type { RunSessionResponse, SessionInput, SessionOutput, ToolCall, ToolResponse } from "./ces/messages.ts";
import { type DispatchOptions, dispatcher } from "./providers/dispatch.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { RunSessionResponse, SessionInput, SessionOutput, ToolCall, ToolResponse, ToolsetTool } from "./ces/messages.ts";

export interface CesOptions<Tools extends readonly Tool[] = readonly Tool[]> extends DispatchOptions<Tools> {
  /** How often in one turn the agent may ask for tools; 32, unless it is given. */
  readonly maxRounds?: number | undefined;
}

/** The client's side of a session with an agent of CX Agent Studio. */
export interface CesSession {
  /** The answer to one call. It never rejects: the session waits for it. */
  readonly answer: (call: ToolCall, context?: Context) => Promise<ToolResponse>;
  /** The next input after a response: the answers to all calls in its outputs, in their order. `undefined`: it has none. */
  readonly respond: (outputs: readonly SessionOutput[] | undefined, context?: Context) => Promise<SessionInput | undefined>;
  /**
   * Runs a turn to its end. `send` sends inputs by `runSession` and gives the response; it is called again with the results of tools as long
   * as the agent asks for some. The outputs of all responses come back.
   */
  readonly runTurn: (
    send: (inputs: readonly SessionInput[]) => Promise<RunSessionResponse>,
    inputs: readonly SessionInput[],
    context?: Context,
  ) => Promise<SessionOutput[]>;
}

/** Client functions, and any other tools, for a session of CX Agent Studio, with `options` as the context of all calls. */
export function ces<const Tools extends readonly Tool[]>(tools: Tools & DistinctNames<Tools>, options: CesOptions<Tools> = {}): CesSession {
  const { approve, onError, maxRounds = 32, ...context } = untyped(options);
  const limited = tools.map((tool) => withTimeLimit(bindTool(tool, context)));
  const dispatchable = [...toolsByName(limited)].map(([name, tool]) => [name, { tool, turnBack: (value: unknown) => value }] as const);
  const dispatch = dispatcher(new Map(dispatchable), { approve, onError });
  const nameOf = nameFinder(limited);

  async function answer(call: ToolCall, own: Context = {}): Promise<ToolResponse> {
    const { id, tool, toolsetTool, displayName, args } = call;
    const dispatched = await dispatch({ id, name: nameOf(call), arguments: args ?? {} }, own);
    return {
      ...(id === undefined ? {} : { id }),
      ...(tool === undefined ? {} : { tool }),
      ...(toolsetTool === undefined ? {} : { toolsetTool }),
      ...(displayName === undefined ? {} : { displayName }),
      // Always wrapped: a result with a member `error` of its own would count as a failure.
      response: dispatched.kind === "answer" ? { output: dispatched.value ?? null } : { error: dispatched.message },
    };
  }

  async function respond(outputs: readonly SessionOutput[] = [], own: Context = {}): Promise<SessionInput | undefined> {
    const calls = outputs.flatMap(({ toolCalls, turnIndex }) =>
      (toolCalls?.toolCalls ?? []).map((call) => ({ call, context: turnIndex === undefined ? own : inTurn(own, turnIndex) })),
    );
    if (calls.length === 0) return undefined;
    return { toolResponses: { toolResponses: await Promise.all(calls.map(({ call, context: each }) => answer(call, each))) } };
  }

  return {
    answer,
    respond,
    async runTurn(send, inputs, own) {
      const outputs: SessionOutput[] = [];
      let next: readonly SessionInput[] = inputs;
      for (let round = 0; ; round++) {
        const { outputs: received = [] } = await send(next);
        outputs.push(...received);
        const input = await respond(received, own);
        if (input === undefined) return outputs;
        if (round === maxRounds) throw new Error(`The agent asked for tools more than ${maxRounds} times in one turn.`);
        next = [input];
      }
    },
  };
}

function inTurn(context: Context, turnIndex: number): Context {
  return { ...context, session: { turnIndex, ...context.session } };
}

/** The session waits for a handler, which may wait for a person who has gone. */
function withTimeLimit(tool: Tool): Tool {
  return {
    ...tool,
    async execute(input, context = {}) {
      // Refused before it begins.
      if (context.signal?.aborted === true) return tool.execute(input, context);
      const deadline = startDeadline({ tool: tool.name, toolset: tool.toolset, context });
      try {
        return await deadline.within(tool.execute(input, { ...context, signal: deadline.signal }));
      } catch (error) {
        throw error instanceof ToolError ? error : (deadline.reason(true) ?? error);
      } finally {
        deadline.stop();
      }
    },
  };
}

/**
 * Finds our name of a called tool. CX Agent Studio knows a client function by its own name, and a toolset's tool by the operation's, with or
 * without the toolset's before it; its resource names may be made of random identifiers.
 */
function nameFinder(tools: readonly Tool[]): (call: ToolCall) => string {
  const names = new Map(tools.map(({ name }) => [name, name]));
  const byId = new Map<string, Tool[]>();
  for (const tool of tools) byId.set(tool.id, [...(byId.get(tool.id) ?? []), tool]);
  // An operation that two toolsets have is known by its whole name alone.
  for (const [id, found] of byId) if (found.length === 1 && !names.has(id)) names.set(id, found[0]?.name ?? id);
  return ({ tool, toolsetTool, displayName }) => {
    const given = [displayName, toolsetTool?.toolId, tool?.split("/").at(-1)].filter((each) => each !== undefined);
    const toolset = toolsetTool?.toolset?.split("/").at(-1);
    const whole = toolset === undefined ? [] : [`${toolset}_${toolsetTool?.toolId}`];
    const known = [...whole, ...given].find((each) => names.has(each));
    return known === undefined ? (given[0] ?? "") : (names.get(known) ?? known);
  };
}
