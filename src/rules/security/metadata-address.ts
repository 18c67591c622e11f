import { rule } from "../rule.ts";
import { networkOf } from "./networks.ts";

export const metadataAddress = rule<{ host: string }>({
  code: "metadata-address",
  severity: "error",
  set: "recommended",
  summary: "the address of a metadata server, which gives a machine its credentials",
  price: 0,
  message: ({ host }) =>
    `The host "${host}" is a link-local address or a metadata server. Cloud machines get their credentials from such hosts.`,
  help: "A tool that calls this host can pass the credentials of the machine to a model. No service for tools has an address of this kind. Correct the address.",

  *address({ url, place }) {
    if (url !== undefined && networkOf(url.hostname) === "metadata") yield { params: { host: url.hostname }, place };
  },
});
