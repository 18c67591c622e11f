import { rule } from "../rule.ts";
import { addressesOf } from "./addresses.ts";
import { networkOf } from "./networks.ts";

export const insecureServer = rule<{ host: string; secure: string | undefined }>({
  code: "insecure-server",
  severity: "warning",
  set: "recommended",
  message: ({ host }) => `Requests to "${host}" are sent over http, without encryption.`,
  help: "Whoever is on the way can read the credentials and the data of each call, and change what the model gets as the answer. Write https. This machine and names that only resolve inside a network are not reported.",
  replacement: ({ secure }) => secure,

  *definition(definition, context) {
    for (const { written, url, place } of addressesOf(definition, context)) {
      if (url?.protocol !== "http:" || networkOf(url.hostname) !== "public") continue;
      const secure = /^http:/i.test(written) ? written.replace(/^http:/i, "https:") : undefined;
      yield { params: { host: url.host, secure }, place };
    }
  },
});
