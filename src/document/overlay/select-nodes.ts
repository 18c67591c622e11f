import { JSONPathEnvironment, JSONPathError, type JSONPathQuery } from "json-p3";
import { createPatternChecker } from "../../schema/patterns/pattern.ts";
import { type Json, maxDepth } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";

/** A JSONPath query (RFC 9535): it returns the paths of the nodes that it selects, or why it was not finished. */
export type Query = (data: Json, steps: QuerySteps) => { readonly paths: readonly Path[] } | { readonly stopped: string };

/** The number of values that queries may still read. */
export interface QuerySteps {
  left: number;
}

/** A longer query is not parsed. People write queries of fewer than 200 characters. */
const longestQuery = 5_000;

/** Parses a JSONPath query. Returns what is wrong with it if it is none. */
export function parseQuery(text: string): { readonly query: Query } | { readonly invalid: string } {
  if (text.length > longestQuery) return { invalid: `it has more than ${longestQuery} characters` };
  try {
    const parsed = environment.compile(text);
    return { query: (data, steps) => evaluate(parsed, data, steps) };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return { invalid: reason };
  }
}

function evaluate(query: JSONPathQuery, data: Json, steps: QuerySteps): ReturnType<Query> {
  try {
    const { nodes } = query.query(counted(data, steps));
    return { paths: nodes.map(({ location }) => location) };
  } catch (error) {
    const stopped = error instanceof Stopped ? error.message : reasonOf(error);
    if (stopped === undefined) throw error;
    return { stopped };
  }
}

/** Why the library could not parse or finish a query; `undefined` for an error of another cause. */
function reasonOf(error: unknown): string | undefined {
  // A query that is nested thousands of times fills the stack of the parser.
  if (error instanceof RangeError) return "it is too complex";
  if (!(error instanceof JSONPathError)) return undefined;
  return error.message.replace(/\s+/g, " ").replace(/[ .]+$/, "");
}

/** The end of a query that would take too long. */
class Stopped extends Error {}

/**
 * A view of data that counts what is read. All that a query does depends on values that it reads, so counting them bounds its time and its
 * memory, also in the filters within filters that the library evaluates by itself.
 */
function counted(data: Json, steps: QuerySteps): Json {
  const views = new WeakMap<object, object>();
  const view = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const known = views.get(value);
    if (known !== undefined) return known;
    const made = new Proxy(value, handler);
    views.set(value, made);
    return made;
  };
  const count = () => {
    steps.left -= 1;
    if (steps.left < 0) throw new Stopped("its filters and descents read too many values");
  };
  const handler: ProxyHandler<object> = {
    get: (target, name) => {
      count();
      return view(Reflect.get(target, name));
    },
    ownKeys: (target) => {
      count();
      return Reflect.ownKeys(target);
    },
  };
  return view(data) as Json; // The cast is safe: a view has the type of what it shows.
}

const checkPattern = createPatternChecker();

/** The environment of queries: RFC 9535 without extensions, in which no regular expression can take exponential time. */
const environment = new JSONPathEnvironment({ strict: true, maxRecursionDepth: 2 * maxDepth });
for (const name of ["match", "search"]) {
  const inner = environment.functionRegister.get(name);
  if (inner === undefined) throw new Error(`RFC 9535 has the function ${name}.`);
  environment.functionRegister.set(name, {
    argTypes: inner.argTypes,
    returnType: inner.returnType,
    call: (text, pattern) => {
      if (typeof text !== "string" || typeof pattern !== "string") return false;
      if (checkPattern(pattern).kind === "slow")
        throw new Stopped(`the regular expression ${JSON.stringify(pattern)} may take exponential time`);
      return inner.call(text, pattern);
    },
  });
}
