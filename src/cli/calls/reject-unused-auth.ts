import { nearest } from "../../diagnostic/nearest.ts";
import { isRecord } from "../../runtime/json.ts";
import { bindingIn, type Manifest } from "../../runtime/manifest.ts";
import { namesInMessage } from "../../runtime/names-in-message.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Throws a usage error for a flag `--auth` whose name no tool uses, since its value would never be sent: the name may be misspelt, or the
 * document may say that its operations need no credential.
 */
export function rejectUnusedAuth(given: readonly string[], manifests: readonly Manifest[]): void {
  const names = new Set(manifests.flatMap(usedNames));
  for (const name of given) {
    if (names.has(name)) continue;
    const near = nearest(name, names);
    const known =
      names.size === 0
        ? "The tools use no credentials. If the service requires one, configure its scheme in toolsetc.yaml under overrides.<toolset>.auth."
        : `Available: ${namesInMessage([...names], name)}.`;
    throw new UsageError(
      `--auth "${name}": no tool uses a credential of this name. ${near === undefined ? known : `Did you mean "${near}"?`}`,
    );
  }
}

/** The names that the run-time library looks up in `auth`. The definition's `apiAuthentication` replaces the schemes of the document. */
function usedNames({ definition, kind, tools }: Manifest): string[] {
  const [body] = Object.values(definition);
  const defined = isRecord(body) ? body.apiAuthentication : undefined;
  if (isRecord(defined)) return Object.keys(defined).map((field) => field.replace(/(?:Auth)?Config$/, ""));
  if (kind === "connector") return ["google"];
  return tools.map(bindingIn).flatMap((binding) => (binding.transport === "http" ? binding.security.flatMap(Object.keys) : []));
}
