import type { Compilation } from "../../compile.ts";
import { fieldAt, stringValue } from "../../definition/node.ts";
import { appFile } from "../../environment/app-file.ts";
import { runPythonFake } from "../../host/process/python-fake.ts";
import type { Tool } from "../../runtime/index.ts";
import type { OpenedProject } from "../project/open.ts";
import { printMessage } from "../report/print.ts";
import { UsageError } from "../usage-error.ts";
import type { FoundTool } from "./find-tool.ts";

/** A function that is called instead of a tool. If it returns `undefined`, the tool is called. */
type FakeFunction = (input: unknown) => Promise<unknown>;

/** The fake in the definition of a tool. `enableFakeMode` is ignored: a fake runs only if the user requests it with --fake. */
export async function fakeOf(
  { toolset, tool: { id, localName } }: FoundTool,
  {
    analysis,
    opened,
    tool,
    variables,
  }: { analysis: Compilation; opened: OpenedProject; tool: Tool; variables: { readonly [name: string]: unknown } },
): Promise<FakeFunction> {
  const definition = analysis.definitions.accepted.find(
    ({ node }) => node.tree === toolset.origin.tree && node.path.join("\n") === toolset.origin.path.join("\n"),
  );
  const code = fieldAt(definition?.node, ["toolFakeConfig", "codeBlock", "pythonCode"]);
  const written = stringValue(code);
  if (code === undefined || written === undefined)
    throw new UsageError(`Toolset "${toolset.displayName}" has no fakes: its definition has no \`toolFakeConfig.codeBlock.pythonCode\`.`);
  const fakes = /^[^\n]+\.py$/.test(written)
    ? await readFakes(written, appFile(code, analysis.project), opened)
    : { code: written, file: "pythonCode" };
  return (input) =>
    runPythonFake(fakes, {
      ids: [...new Set([localName, id, tool.name])],
      name: tool.name,
      displayName: localName,
      description: tool.description,
      input,
      variables,
      timeout: tool.toolset.endpoint.timeout,
      onPrint: printMessage,
    });
}

async function readFakes(written: string, path: string | undefined, { host }: OpenedProject) {
  const bytes = path === undefined ? "absent" : await host.read(path);
  if (!(bytes instanceof Uint8Array))
    throw new UsageError(`The fakes of this toolset are in the file "${written}", but the project has no such file.`);
  return { code: new TextDecoder().decode(bytes), file: written };
}
