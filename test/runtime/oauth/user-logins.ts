import type { Context, Tool } from "toolsetc/runtime";
import { bindTools } from "toolsetc/runtime";
import { oauth, type TokenStore } from "toolsetc/runtime/oauth";

/** Tools that call a service as the user of `variables.user`, and what the program's web server needs for their logins. */
export function toolsOfUsers<const Tools extends readonly Tool[]>(
  tools: Tools,
  { clientId, redirectUri, tokenStore, show }: LoginSettings,
) {
  /** The logins that have begun, by the `state` of their addresses. */
  const begun = new Map<string, { readonly user: string; readonly end: (redirect: URL) => void }>();
  const user = ({ variables }: Context) => String(variables?.["user"]);
  const login = oauth({
    clientId,
    redirectUri,
    tokenStore,
    user,
    onAuthorize: (url, context) =>
      new Promise((end) => {
        begun.set(url.searchParams.get("state") ?? "", { user: user(context), end });
        show(user(context), url);
      }),
  });
  return {
    // A person may take some minutes. `shop` is the name of the security scheme.
    tools: bindTools(tools, { auth: { shop: login }, deadline: 300_000 }),
    /** For the route of `redirectUri`. `signedIn` is the user of the program's own session: nobody can end the login of somebody else. */
    onRedirect(redirect: URL, signedIn: string): boolean {
      const state = redirect.searchParams.get("state") ?? "";
      const found = begun.get(state);
      if (found === undefined || found.user !== signedIn) return false;
      begun.delete(state);
      found.end(redirect);
      return true;
    },
  };
}

interface LoginSettings {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly tokenStore: TokenStore;
  /** Shows a user the link to the page of the login. */
  readonly show: (user: string, url: URL) => void;
}
