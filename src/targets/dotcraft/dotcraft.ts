import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.ts";
import type { Program, Toolset } from "../../ir/ir.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { escapeUnit } from "../../source/text/escape-unit.ts";
import { type DetailOptions, depthOption, detailOption } from "../detail-options.ts";
import { layOut } from "../layout.ts";
import type { File, Target } from "../target.ts";
import { dotcraftCodes } from "./codes.ts";
import { declarationsOf } from "./declarations.ts";
import { type DotCraftName, dotcraftNames } from "./dotcraft-names.ts";

// A type alias, since an interface has no index signature and is not assignable to `JsonObject`.
export type DotCraftTargetOptions = DetailOptions & {
  /** `v2`: tagged declarations with namespaces. `legacy`: the flat declarations of the earlier version of DotCraft's protocol. */
  readonly wire: "v2" | "legacy";
};

/** One file for each toolset: `dynamicTools` for DotCraft's `thread/start` and `thread/resume` (AppServer protocol 4.1). */
export const dotcraftTarget: Target<DotCraftTargetOptions> = {
  name: "dotcraft",
  description: "The tools of each toolset for DotCraft's `thread/start` and `thread/resume`.",
  page: "dotcraft.md",
  codes: dotcraftCodes,
  options: {
    wire: {
      kind: "choice",
      description: "`v2`: tagged declarations with namespaces. `legacy`: the earlier, flat declarations.",
      values: ["v2", "legacy"],
      default: "v2",
    },
    detail: detailOption,
    depth: depthOption,
  },
  emit: emitDotCraft,
};

function emitDotCraft(program: Program, { wire, ...view }: DotCraftTargetOptions): Outcome<File[]> {
  const identities = dotcraftNames(program);
  const diagnostics: Diagnostic[] = [];
  const files = layOut(program).map(({ toolset, file }): File => {
    const declared = declarationsOf(toolset, identities, { wire, view });
    diagnostics.push(...declared.diagnostics);
    const text = wire === "v2" ? tagged(toolset, declared.value) : flat(declared.value);
    return { path: `${file}.dotcraft.json`, text: text.replace(/[^\n\x20-\x7e]/g, escapeUnit), toolset: toolset.name };
  });
  return { value: files, diagnostics };
}

/**
 * The namespace with its tools, then the tools without a namespace. Each tool is on its own line, so that a diff shows which tools changed.
 */
function tagged({ displayName, description }: Toolset, declared: readonly [DotCraftName, JsonObject][]): string {
  const inside = declared.filter(([{ namespace }]) => namespace !== null);
  const alone = declared.filter(([{ namespace }]) => namespace === null);
  const line = ([, declaration]: [DotCraftName, JsonObject]) => JSON.stringify({ type: "function", ...declaration });
  const [first] = inside;
  const head =
    first && JSON.stringify({ type: "namespace", name: first[0].namespace, description: description || `Tools of ${displayName}.` });
  const namespace = head && `${head.slice(0, -1)},"tools":[\n${inside.map((each) => `      ${line(each)}`).join(",\n")}\n    ]}`;
  return list([...(namespace === undefined ? [] : [namespace]), ...alone.map(line)]);
}

function flat(declared: readonly [DotCraftName, JsonObject][]): string {
  return list(
    declared.map(([{ namespace }, declaration]) => JSON.stringify({ ...(namespace === null ? {} : { namespace }), ...declaration })),
  );
}

function list(entries: readonly string[]): string {
  if (entries.length === 0) return '{\n  "dynamicTools": []\n}\n';
  return `{\n  "dynamicTools": [\n${entries.map((entry) => `    ${entry}`).join(",\n")}\n  ]\n}\n`;
}
