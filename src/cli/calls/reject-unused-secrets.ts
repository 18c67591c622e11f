import { nearest } from "../../diagnostic/nearest.ts";
import { isRecord } from "../../runtime/json.ts";
import { namesInMessage } from "../../runtime/names-in-message.ts";
import { UsageError } from "../usage-error.ts";

/** The parts of a toolset or of its manifest that refer to secrets. */
interface SecretReferences {
  readonly definition: unknown;
  readonly environments: unknown;
  readonly securitySchemes: unknown;
}

/**
 * Throws a usage error for a flag `--secret` whose name no toolset refers to. The value would never be used, since a secret has its whole
 * name in a definition, such as `projects/p/secrets/key/versions/1`.
 */
export function rejectUnusedSecrets(given: readonly string[], toolsets: readonly SecretReferences[]): void {
  const names = new Set(toolsets.flatMap(secretNames));
  for (const name of given) {
    if (names.has(name)) continue;
    const near = nearest(name, names) ?? [...names].find((each) => each.includes(`/${name}/`));
    const known = names.size === 0 ? "The tools refer to no secret." : `Available: ${namesInMessage([...names], name)}.`;
    throw new UsageError(
      `--secret "${name}": no tool refers to a secret of this name. ${near === undefined ? known : `Did you mean "${near}"?`}`,
    );
  }
}

function secretNames({ definition, environments, securitySchemes }: SecretReferences): string[] {
  const schemes = isRecord(securitySchemes) ? Object.values(securitySchemes) : [];
  const configured = schemes.map((scheme) => (isRecord(scheme) ? scheme["x-toolsetc-secrets"] : undefined));
  return [definition, environments, ...configured].flatMap(referencesIn);
}

/** The fields of definitions and of toolsetc.yaml that refer to secrets. */
const fields: ReadonlySet<string> = new Set([
  ...["apiKeySecretVersion", "clientSecretVersion", "token"],
  ...["secret", "username", "password", "clientId", "clientSecret"],
]);

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each !== "string") return referencesIn(each);
    // Other values that begin with "$" are context variables and values of the environment.
    return fields.has(name) && !each.startsWith("$") ? [each] : [];
  });
}
