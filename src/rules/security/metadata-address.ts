import { rule } from "../rule.ts";
import { addressesOf } from "./addresses.ts";
import { networkOf } from "./networks.ts";

export const metadataAddress = rule<{ host: string }>({
  code: "metadata-address",
  severity: "error",
  set: "recommended",
  message: ({ host }) => `"${host}" is an address of the machine's own network, where clouds give out credentials.`,
  help: "A tool that calls it hands the credentials of the machine to a model. Link-local addresses and the metadata servers of clouds are never the service of a tool. Correct the address.",

  *definition(definition, context) {
    for (const { url, place } of addressesOf(definition, context)) {
      if (url !== undefined && networkOf(url.hostname) === "metadata") yield { params: { host: url.hostname }, place };
    }
  },
});
