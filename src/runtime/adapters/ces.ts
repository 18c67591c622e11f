import type { Context } from "../context.ts";
import { bindTool, untyped } from "../tool/bind-tools.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";
import type { RunSessionResponse, SessionInput, SessionOutput, ToolCall, ToolResponse } from "./ces/messages.ts";
import { type Dispatched, type DispatchOptions, dispatcher } from "./providers/dispatch.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { RunSessionResponse, SessionInput, SessionOutput, ToolCall, ToolResponse, ToolsetTool } from "./ces/messages.ts";
export type { DispatchOptions } from "./providers/dispatch.ts";

/** Options of `ces`, and the context of all calls. */
export interface CesOptions<Tools extends readonly Tool[] = readonly Tool[]> extends DispatchOptions<Tools> {
  /**
   * The maximum number of rounds of tool calls in one turn; 32 by default. If the agent calls tools in a further round, `runTurn` throws
   * instead of executing these calls.
   */
  readonly maxRounds?: number | undefined;
}

/** Executes the calls that an agent of CX Agent Studio makes in a session. */
export interface CesSession {
  /** Executes one call, and returns the response for the session. The promise never rejects, since the session waits for a response. */
  readonly answer: (call: ToolCall, context?: Context) => Promise<ToolResponse>;
  /**
   * Executes all calls in the outputs of a response. Returns the next input, with the results in the order of the calls; `undefined` if
   * there are no calls.
   */
  readonly respond: (outputs: readonly SessionOutput[] | undefined, context?: Context) => Promise<SessionInput | undefined>;
  /**
   * Runs a turn to its end. `send` sends inputs by `runSession` and returns the response. `send` is called again with the results of tools
   * until the agent calls no more tools. Returns the outputs of all responses.
   */
  readonly runTurn: (
    send: (inputs: readonly SessionInput[]) => Promise<RunSessionResponse>,
    inputs: readonly SessionInput[],
    context?: Context,
  ) => Promise<SessionOutput[]>;
}

/**
 * Executes calls of client functions, and of any other tools, for a session of CX Agent Studio, with `options` as the context of all calls.
 * Throws if two tools have the same name.
 */
export function ces<const Tools extends readonly Tool[]>(tools: Tools & DistinctNames<Tools>, options: CesOptions<Tools> = {}): CesSession {
  const { approve, onError, maxRounds = 32, ...context } = untyped(options);
  const bound = tools.map((tool) => bindTool(tool, context));
  const dispatchable = [...toolsByName(bound)].map(
    ([name, tool]) => [name, { tool, restoreArguments: (value: unknown) => value }] as const,
  );
  const dispatch = dispatcher(new Map(dispatchable), { approve, onError });
  const nameOf = nameFinder(bound);

  async function answer(call: ToolCall, own: Context = {}): Promise<ToolResponse> {
    const { id, tool, toolsetTool, displayName, args } = call;
    const dispatched = await dispatch({ id, name: nameOf(call), arguments: args ?? {} }, own);
    return {
      ...(id === undefined ? {} : { id }),
      ...(tool === undefined ? {} : { tool }),
      ...(toolsetTool === undefined ? {} : { toolsetTool }),
      ...(displayName === undefined ? {} : { displayName }),
      // The result is always in `output`: CX Agent Studio would treat a result with a member `error` as a failure.
      response: dispatched.kind === "result" ? { output: outputOf(dispatched) } : { error: dispatched.message },
    };
  }

  async function answerAll(calls: readonly CallInTurn[]): Promise<SessionInput> {
    return { toolResponses: { toolResponses: await Promise.all(calls.map(({ call, context: each }) => answer(call, each))) } };
  }

  return {
    answer,
    async respond(outputs = [], own = {}) {
      const calls = callsIn(outputs, own);
      return calls.length === 0 ? undefined : answerAll(calls);
    },
    async runTurn(send, inputs, own = {}) {
      const outputs: SessionOutput[] = [];
      let next: readonly SessionInput[] = inputs;
      for (let round = 0; ; round++) {
        const { outputs: received = [] } = await send(next);
        outputs.push(...received);
        const calls = callsIn(received, own);
        if (calls.length === 0) return outputs;
        if (round === maxRounds)
          throw new Error(
            `The agent called tools in more than ${maxRounds} rounds of one turn. Pass a higher \`maxRounds\` if this is intended.`,
          );
        next = [await answerAll(calls)];
      }
    },
  };
}

/** The `output` of a response for a successful call. Files are described in text, since a response cannot contain files. */
function outputOf({ content, text, value }: Extract<Dispatched, { kind: "result" }>): unknown {
  return content === undefined ? (value ?? null) : text;
}

interface CallInTurn {
  readonly call: ToolCall;
  readonly context: Context;
}

function callsIn(outputs: readonly SessionOutput[], context: Context): CallInTurn[] {
  return outputs.flatMap(({ toolCalls, turnIndex }) =>
    (toolCalls?.toolCalls ?? []).map((call) => ({ call, context: turnIndex === undefined ? context : inTurn(context, turnIndex) })),
  );
}

function inTurn(context: Context, turnIndex: number): Context {
  return { ...context, session: { turnIndex, ...context.session } };
}

/**
 * Finds the name of a called tool. CX Agent Studio identifies a client function by its function name, and a toolset's tool by the
 * operation's name, with or without the toolset's name as a prefix. Its resource names may be random identifiers.
 */
function nameFinder(tools: readonly Tool[]): (call: ToolCall) => string {
  const names = new Map(tools.map(({ name }) => [name, name]));
  const byId = new Map<string, Tool[]>();
  for (const tool of tools) byId.set(tool.id, [...(byId.get(tool.id) ?? []), tool]);
  // If operations of two toolsets have the same name, a call finds them only by the name with the toolset's name as a prefix.
  for (const [id, found] of byId) if (found.length === 1 && !names.has(id)) names.set(id, found[0]?.name ?? id);
  return ({ tool, toolsetTool, displayName }) => {
    const given = [displayName, toolsetTool?.toolId, tool?.split("/").at(-1)].filter((each) => each !== undefined);
    const toolset = toolsetTool?.toolset?.split("/").at(-1);
    const whole = toolset === undefined ? [] : [`${toolset}_${toolsetTool?.toolId}`];
    const known = [...whole, ...given].find((each) => names.has(each));
    return known === undefined ? (given[0] ?? "") : (names.get(known) ?? known);
  };
}
