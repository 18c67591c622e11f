import type { Auth, Context, Fake, Handler } from "../context.ts";
import { anySignal } from "../transport/any-signal.ts";
import type { Approve } from "./approval.ts";
import type { Tool } from "./tool.ts";

/**
 * The handlers of the client functions in `Tools`, by tool name. Each handler receives a context of type `Given`, or of the type that `Own`
 * has for the tool.
 */
export type Handlers<Tools extends readonly Tool[], Given extends Context = Context, Own = object> = string extends Tools[number]["name"]
  ? NonNullable<Context["handlers"]>
  : {
      readonly [Each in Tools[number] as Each["name"]]?: Each extends Tool<infer Input, infer Output, infer Name>
        ? Handler<Input, Output, Own extends { readonly [Named in Name]: infer Special extends Context } ? Special : Given>
        : never;
    };

/** The fakes of `Tools`, by tool name. */
export type Fakes<Tools extends readonly Tool[]> = string extends Tools[number]["name"]
  ? NonNullable<Context["fakes"]>
  : { readonly [Each in Tools[number] as Each["name"]]?: Each extends Tool<infer Input, infer Output> ? Fake<Input, Output> : never };

/** The credentials for all security schemes of `Tools`. The type allows any credentials if a tool was not generated. */
export type AuthOf<Tools extends readonly Tool[]> = AllOf<Exclude<Tools[number]["~auth"], undefined>>;

// Converts a union to an intersection: the parameter of a union of functions has the intersection of their parameter types.
type AllOf<Schemes> = [Schemes] extends [never]
  ? never
  : (Schemes extends unknown ? (each: Schemes) => void : never) extends (all: infer All extends Auth) => void
    ? All
    : never;

/** A context for all calls of `Tools`, with the types of their credentials, handlers and fakes. */
export interface ContextOf<Tools extends readonly Tool[], Given extends Context = Context, Own = object> extends TypedContext {
  /**
   * Credentials by the name of their security scheme, each as a value or as a function that is called for each call. They override the
   * secrets that the scheme refers to.
   */
  readonly auth?: AuthOf<Tools> | undefined;
  /** Functions that execute client functions, by tool name. */
  readonly handlers?: Handlers<Tools, Given, Own> | undefined;
  /** Functions that return results in place of tools, by tool name. If a function returns `undefined`, the real call is made. */
  readonly fakes?: Fakes<Tools> | undefined;
}

/**
 * Returns the same tools with `options` as the context of every call. The context of a call overrides `options`. But variables, handlers
 * and fakes of the two are merged, and a `signal` in either of the two ends the call.
 */
export function bindTools<const Tools extends readonly Tool[]>(tools: Tools, options: TypedContext | undefined): Tools {
  if (options === undefined) return tools;
  const context = untyped(options);
  // The cast is safe: `map` keeps length and order, and `bindTool` returns a tool of the same type.
  return tools.map((tool) => bindTool(tool, context)) as unknown as Tools;
}

/** Returns `options` unchanged, with the general types of handlers, fakes and approvals. */
export function untyped<Options extends TypedContext>(
  options: Options,
): Omit<Options, "handlers" | "fakes" | "approve"> & Pick<Context, "handlers" | "fakes"> & { readonly approve?: Approve | undefined } {
  // The cast is safe: each handler, fake and approval is called only for the tool whose types it has.
  return options as unknown as ReturnType<typeof untyped<Options>>;
}

/**
 * A context without the types of its handlers and fakes, which other types add. Here they are only `object`, since comparing the types of a
 * thousand handlers would slow down `tsc` for each user.
 */
export interface TypedContext extends Omit<Context, "handlers" | "fakes"> {
  readonly handlers?: object | undefined;
  readonly fakes?: object | undefined;
}

/** Returns the same tool with `options` as the context of every call. The context of a call overrides `options`. */
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

/** Returns the client function `tool` with `handler` as its implementation. */
export function bindHandler<Input, Output, Name extends string, Approval extends "required" | "none", Schemes extends Auth = Auth>(
  tool: Tool<Input, Output, Name, Approval, Schemes>,
  handler: Handler<Input, Output>,
): Tool<Input, Output, Name, Approval, Schemes> {
  return bindTool(tool, { handlers: { [tool.name]: handler } });
}

/** Merges two contexts: `inner` overrides `outer`. */
export function mergeContexts(outer: Context, inner: Context | undefined): Context {
  if (inner === undefined) return outer;
  // The assignment is safe: `fromEntries` returns members of type `any`, but all of them are members of `inner`. Members that are
  // `undefined` are removed, so that they override nothing.
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

/** A signal that aborts if either of two signals aborts, such as a program's shutdown and a user's cancellation. */
function eitherSignal(outer: AbortSignal | undefined, inner: AbortSignal | undefined): AbortSignal | undefined {
  return outer === undefined || inner === undefined || outer === inner ? (inner ?? outer) : anySignal([outer, inner]);
}
