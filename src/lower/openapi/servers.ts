import type { OpenApiServer } from "../../document/openapi/operation.ts";
import type { Server as ServerBinding } from "../../runtime/binding.ts";
import { placeholder } from "../../source/placeholder.ts";

/** The servers with a literal address. The address of a placeholder is the `url` of the environment. */
export function serverBindings(servers: readonly OpenApiServer[]): ServerBinding[] {
  return servers
    .filter((server) => !isServerPlaceholder(server))
    .map(({ url, description, variables }) => {
      const settled = [...variables].map(([name, variable]): [string, ServerBinding["variables"][string]] => [
        name,
        { default: variable.default, enum: variable.enum },
      ]);
      return { url, description, variables: Object.fromEntries(settled) };
    });
}

/** Whether the address is a placeholder; in Swagger 2.0, whether its host is. */
export function isServerPlaceholder({ url }: OpenApiServer): boolean {
  return url.includes(placeholder);
}
