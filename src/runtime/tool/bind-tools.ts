import type { Auth, Context, Fake, Handler } from "../context.ts";
import { anySignal } from "../transport/any-signal.ts";
import type { Approve } from "./approval.ts";
import type { Tool } from "./tool.ts";

/** The handlers that client functions among `Tools` take, by tool name. Each is given a `Given`, and those of `Own` what is named there. */
export type Handlers<Tools extends readonly Tool[], Given extends Context = Context, Own = object> = string extends Tools[number]["name"]
  ? NonNullable<Context["handlers"]>
  : {
      readonly [Each in Tools[number] as Each["name"]]?: Each extends Tool<infer Input, infer Output, infer Name>
        ? Handler<Input, Output, Own extends { readonly [Named in Name]: infer Special extends Context } ? Special : Given>
        : never;
    };

/** The fakes that any of `Tools` may have, by tool name. */
export type Fakes<Tools extends readonly Tool[]> = string extends Tools[number]["name"]
  ? NonNullable<Context["fakes"]>
  : { readonly [Each in Tools[number] as Each["name"]]?: Each extends Tool<infer Input, infer Output> ? Fake<Input, Output> : never };

/** The credentials that the schemes of `Tools` take, together. Tools that were not generated take any. */
export type AuthOf<Tools extends readonly Tool[]> = AllOf<Exclude<Tools[number]["~auth"], undefined>>;

// The intersection of a union: what is a parameter of a function for each of its members has all of their types.
type AllOf<Schemes> = [Schemes] extends [never]
  ? never
  : (Schemes extends unknown ? (each: Schemes) => void : never) extends (all: infer All extends Auth) => void
    ? All
    : never;

/** A context for all calls of `Tools`, whose credentials, handlers and fakes have the types of these. */
export interface ContextOf<Tools extends readonly Tool[], Given extends Context = Context, Own = object> extends TypedContext {
  /** Credentials by the name of their security scheme, each a value or a function of the call. They come before what the scheme refers to. */
  readonly auth?: AuthOf<Tools> | undefined;
  /** Carries out client functions, by tool name. */
  readonly handlers?: Handlers<Tools, Given, Own> | undefined;
  /** Answers in the place of tools, by tool name; `undefined` leaves a call to the tool. */
  readonly fakes?: Fakes<Tools> | undefined;
}

/** The same tools with `options` as the context of every call; what a call gives itself comes first. Variables, handlers and fakes are put together, and either `signal` ends the call. */
export function bindTools<const Tools extends readonly Tool[]>(tools: Tools, options: TypedContext | undefined): Tools {
  if (options === undefined) return tools;
  const context = untyped(options);
  // `map` keeps length and order, and `bindTool` gives back a tool of the same type.
  return tools.map((tool) => bindTool(tool, context)) as unknown as Tools;
}

/** The options without the types of single tools. */
export function untyped<Options extends TypedContext>(
  options: Options,
): Omit<Options, "handlers" | "fakes" | "approve"> & Pick<Context, "handlers" | "fakes"> & { readonly approve?: Approve | undefined } {
  // Each handler, fake and question is of the tool whose types it has.
  return options as unknown as ReturnType<typeof untyped<Options>>;
}

/** A context whose handlers and fakes have types of their own, one a tool. To compare a thousand of them with `Context` here would cost each user's `tsc`. */
export interface TypedContext extends Omit<Context, "handlers" | "fakes"> {
  readonly handlers?: object | undefined;
  readonly fakes?: object | undefined;
}

/** The same tool with `options` as the context of every call; what a call gives itself comes first. */
export function bindTool<Input, Output, Name extends string, Approval extends "required" | "none", Schemes extends Auth = Auth>(
  tool: Tool<Input, Output, Name, Approval, Schemes>,
  options: Context,
): Tool<Input, Output, Name, Approval, Schemes> {
  return {
    ...tool,
    context: mergeContexts(tool.context, options),
    execute: (input, context) => tool.execute(input, mergeContexts(options, context)),
  };
}

/** The client function `tool`, carried out by `handler`. */
export function bindHandler<Input, Output, Name extends string, Approval extends "required" | "none", Schemes extends Auth = Auth>(
  tool: Tool<Input, Output, Name, Approval, Schemes>,
  handler: Handler<Input, Output>,
): Tool<Input, Output, Name, Approval, Schemes> {
  return bindTool(tool, { handlers: { [tool.name]: handler } });
}

/** One context of two: what `inner` gives comes first. */
export function mergeContexts(outer: Context, inner: Context | undefined): Context {
  if (inner === undefined) return outer;
  const given: Context = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined));
  return {
    ...outer,
    ...given,
    signal: eitherSignal(outer.signal, inner.signal),
    variables: { ...outer.variables, ...inner.variables },
    session: { ...outer.session, ...inner.session },
    serverVariables: { ...outer.serverVariables, ...inner.serverVariables },
    auth: { ...outer.auth, ...inner.auth },
    handlers: { ...outer.handlers, ...inner.handlers },
    fakes: { ...outer.fakes, ...inner.fakes },
  };
}

/** A program that is shutting down and a user who does not wait any longer both end a call. */
function eitherSignal(outer: AbortSignal | undefined, inner: AbortSignal | undefined): AbortSignal | undefined {
  return outer === undefined || inner === undefined || outer === inner ? (inner ?? outer) : anySignal([outer, inner]);
}
