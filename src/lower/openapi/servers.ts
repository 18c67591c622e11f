import type { OpenApiServer } from "../../document/openapi/operation.ts";
import type { Server as ServerBinding } from "../../runtime/binding.ts";

const placeholder = "$env_var";

/** The servers that have an address. One that is a placeholder gets it from the environment, by the definition's `url`. */
export function serverBindings(servers: readonly OpenApiServer[]): ServerBinding[] {
  return servers
    .filter((server) => !hasPlaceholder(server))
    .map(({ url, description, variables }) => {
      const settled = [...variables].map(([name, variable]): [string, ServerBinding["variables"][string]] => [
        name,
        { default: variable.default, enum: variable.enum },
      ]);
      return { url, description, variables: Object.fromEntries(settled) };
    });
}

/** Whether the address differs by environment; in Swagger 2.0 the placeholder stands for the host. */
export function hasPlaceholder({ url }: OpenApiServer): boolean {
  return url.includes(placeholder);
}
