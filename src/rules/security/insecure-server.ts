import { rule } from "../rule.ts";
import { networkOf } from "./networks.ts";

export const insecureServer = rule<{ host: string; secure: string | undefined }>({
  code: "insecure-server",
  severity: "warning",
  set: "recommended",
  summary: "a server that is called without encryption",
  price: 0,
  message: ({ host }) => `Requests to "${host}" are sent over HTTP, without encryption.`,
  help: "Anyone on the network path can read the credentials and the data of each call, and change the response. Write https. Loopback addresses and names that only resolve inside a network are not reported.",
  replacement: ({ secure }) => secure,

  *address({ written, url, place }) {
    if (url?.protocol !== "http:" || networkOf(url.hostname) !== "public") return;
    const secure = /^http:/i.test(written) ? written.replace(/^http:/i, "https:") : undefined;
    yield { params: { host: url.host, secure }, place };
  },
});
