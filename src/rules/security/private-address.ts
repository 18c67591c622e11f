import { rule } from "../rule.ts";
import { networkOf } from "./networks.ts";

export const privateAddress = rule<{ host: string; network: string }>({
  code: "private-address",
  severity: "warning",
  set: "optional",
  summary: "an address that is another server on another machine",
  price: 0,
  message: ({ host, network }) => `The host "${host}" is an address of ${network}.`,
  help: "On other machines, this host is unreachable or is another server. That server would receive the calls and their credentials. Write `$env_var`, and give each environment its own URL.",

  *address({ url, place, isOfEnvironment }) {
    // An environment may be of one machine or one network.
    if (url === undefined || isOfEnvironment) return;
    const network = networkOf(url.hostname);
    if (network !== "private" && network !== "this machine") return;
    yield { params: { host: url.hostname, network: network === "private" ? "a private network" : network }, place };
  },
});
