import type { OpenApiServer } from "../../document/openapi/operation.ts";
import type { Server as ServerBinding } from "../../runtime/binding.ts";
import { placeholder } from "../../source/placeholder.ts";

/** The servers with a literal address. If the address is a placeholder, the environment's `url` replaces it. */
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

/** Whether the address of a server is a placeholder, or in Swagger 2.0, its host. */
export function isServerPlaceholder({ url }: OpenApiServer): boolean {
  return url.includes(placeholder);
}
