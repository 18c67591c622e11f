/** The tokens of a login. They are secret: a store must not be readable by others. */
export interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** The time from which on the access token is refreshed, in milliseconds since 1970; `null` if the server did not say when it expires. */
  readonly renewAt: number | null;
  /** The time at which the tokens were issued, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** The scopes that were asked for. The server may have granted fewer. */
  readonly scopes: readonly string[];
  /** The service that the tokens are for (RFC 8707), if the requests for them named it. */
  readonly resource: string | null;
  /** Where the tokens are refreshed. */
  readonly tokenEndpoint: string;
  /** Whether a client with a secret sends it in the body, as the server requires. */
  readonly sendsSecretInBody: boolean;
}

/** Where tokens are kept: by keys, each of which stands for one user, client and service. */
export interface TokenStore {
  readonly get: (key: string) => Promise<StoredTokens | undefined>;
  /** Stores the tokens of a key. With `undefined`, removes them. */
  readonly set: (key: string, tokens: StoredTokens | undefined) => Promise<void>;
  /**
   * Runs work for a key while no other work for this key runs, in all processes that share the store. Tokens are refreshed within it, since
   * many servers accept a refresh token only once.
   */
  readonly whileLocked: <Value>(key: string, work: () => Promise<Value>) => Promise<Value>;
}

/** A store in the memory of this process. */
export function memoryTokens(): TokenStore {
  const stored = new Map<string, StoredTokens>();
  const whileLocked = oneByOne();
  return {
    get: async (key) => stored.get(key),
    set: async (key, tokens) => {
      if (tokens === undefined) stored.delete(key);
      else stored.set(key, tokens);
    },
    whileLocked,
  };
}

/** Creates a function that runs works with the same key one after another, in this process. */
export function oneByOne(): TokenStore["whileLocked"] {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}
