import type { OpenApiServer } from "../../document/openapi/read/operation.ts";
import type { Server as ServerBinding } from "../../runtime/binding.ts";
import { placeholder } from "../../source/text/placeholder.ts";

/**
 * The servers without a placeholder in their address. If the address of a server is a placeholder, the `url` of the environment replaces
 * it.
 */
export function serverBindings(servers: readonly OpenApiServer[]): ServerBinding[] {
  return servers
    .filter((server) => !isServerPlaceholder(server))
    .map(({ url, description, variables }) => {
      const bindings = [...variables].map(([name, variable]): [string, ServerBinding["variables"][string]] => [
        name,
        { default: variable.default, enum: variable.enum },
      ]);
      return { url, description, variables: Object.fromEntries(bindings) };
    });
}

/**
 * Whether the address of a server contains the placeholder. The address of a Swagger 2.0 document contains it if `host` is the placeholder.
 */
export function isServerPlaceholder({ url }: OpenApiServer): boolean {
  return url.includes(placeholder);
}
