import { isUnbound } from "../../client.ts";
import type { Context } from "../../context.ts";
import type { ModelCall } from "../../tool/on-error.ts";
import { type Dispatchable, type Dispatched, type DispatchOptions, dispatcher } from "./dispatch.ts";

/** How an API writes calls, among the items of a response, and their results. `Given` has the members of a call that are read. */
export interface CallForm<Item, Given, Call extends Item & Given, Answer> {
  readonly isCall: (item: Item) => item is Call;
  readonly read: (call: Given) => ModelCall;
  readonly write: (call: Given, dispatched: Dispatched) => Answer;
}

export type AnswerOptions = Pick<DispatchOptions, "approve" | "onError">;

/** The functions that answer the calls of a model. */
export interface Answering<Item, Given, Call, Answer> {
  readonly dispatch: (call: ModelCall, context?: Context) => Promise<Dispatched>;
  readonly isPending: (name: string, context?: Context) => boolean;
  readonly answers: {
    readonly answer: (call: Given, context?: Context) => Promise<Answer>;
    readonly answerAll: (items: readonly Item[] | undefined, context?: Context) => Promise<Answer[]>;
    readonly pending: (items: readonly Item[] | undefined, context?: Context) => Call[];
  };
}

/**
 * Creates the functions that answer the calls of a provider's model. `dispatch` executes a call. A call is pending if the program has to
 * execute it itself, since the called tool is a client function without a handler.
 */
export function answerCalls<Item, Given, Call extends Item & Given, Answer>(
  tools: ReadonlyMap<string, Dispatchable>,
  options: AnswerOptions,
  { isCall, read, write }: CallForm<Item, Given, Call, Answer>,
): Answering<Item, Given, Call, Answer> {
  const dispatch = dispatcher(tools, options);
  const isPending = (name: string, context?: Context) => {
    const tool = tools.get(name)?.tool;
    return tool !== undefined && isUnbound(tool, context);
  };
  const answer = async (call: Given, context?: Context): Promise<Answer> => write(call, await dispatch(read(call), context));
  const calls = (items: readonly Item[] = [], context: Context | undefined, pending: boolean) =>
    items.filter(isCall).filter((call) => isPending(read(call).name, context) === pending);
  return {
    dispatch,
    isPending,
    answers: {
      answer,
      answerAll: (items, context) => Promise.all(calls(items, context, false).map((call) => answer(call, context))),
      pending: (items, context) => calls(items, context, true),
    },
  };
}
