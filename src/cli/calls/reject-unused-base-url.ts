import { isRecord } from "../../runtime/json.ts";
import type { Manifest } from "../../runtime/manifest.ts";
import { isPlaceholder } from "../../source/text/placeholder.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Throws a usage error if the flag `--base-url` is given for a toolset whose definition or environment has the URL of the service: the
 * run-time library sends the calls there, and a call that was meant for a test server would reach the real one. `environment` is the chosen
 * one.
 */
export function rejectUnusedBaseUrl(
  baseUrl: string | undefined,
  { definition, displayName, environments, defaultEnvironment }: Manifest,
  environment: string | undefined,
): void {
  const [body] = Object.values(definition);
  const address = isRecord(body) ? body.url || body.serverAddress : undefined;
  if (baseUrl === undefined || !address) return;
  if (!isPlaceholder(String(address)))
    throw new UsageError(`--base-url has no effect, since the definition of "${displayName}" has the URL of the service. Change it there.`);
  const chosen =
    environment ?? (defaultEnvironment !== null && Object.hasOwn(environments, defaultEnvironment) ? defaultEnvironment : undefined);
  if (chosen !== undefined)
    throw new UsageError(
      `--base-url has no effect, since the environment "${chosen}" has the URL of "${displayName}". Pass the URL with --set, or choose another environment with --env.`,
    );
}
