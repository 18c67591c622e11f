/** The methods that `fetch` rejects (WHATWG Fetch §2.2.1), so that no call of a tool with one of them could be made. */
export const unsendableMethods: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);
