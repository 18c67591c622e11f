import { afterAll, describe, expect, test } from "vitest";
import { analyze } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import type { Program } from "../../src/ir/ir.ts";
import { anthropicTarget } from "../../src/targets/providers/anthropic.ts";
import { geminiTarget } from "../../src/targets/providers/gemini.ts";
import { openaiTarget } from "../../src/targets/providers/openai.ts";
import { optionsOf } from "../compile-texts.ts";
import { openApiDocuments } from "../corpus/corpus.ts";
import { isLong } from "../long.ts";
import * as anthropicJudge from "../runtime/projection/judges/anthropic.ts";
import * as geminiJudge from "../runtime/projection/judges/gemini.ts";
import * as openaiJudge from "../runtime/projection/judges/openai.ts";
import { whole as full } from "../targets/program.ts";

interface Mode {
  readonly emit: (program: Program) => ReturnType<typeof openaiTarget.emit>;
  readonly member: string;
  readonly wrongInTool: (tool: unknown) => readonly string[];
  readonly wrongInList: (tools: readonly unknown[]) => readonly string[];
}

const chat = { member: "tools", wrongInTool: openaiJudge.wrongInChatTool, wrongInList: openaiJudge.wrongInList };
const responses = { ...chat, wrongInTool: openaiJudge.wrongInResponsesTool };
const messages = { member: "tools", wrongInTool: anthropicJudge.wrongInTool, wrongInList: anthropicJudge.wrongInList };
const declarations = { member: "functionDeclarations", wrongInTool: geminiJudge.wrongInDeclaration, wrongInList: () => [] };

const modes: { readonly [name: string]: Mode } = {
  "openai responses": {
    ...responses,
    emit: (program) => openaiTarget.emit(program, { lazyTools: "offered", api: "responses", strict: false, examples: true, ...full }),
  },
  "openai responses, strict": {
    ...responses,
    emit: (program) => openaiTarget.emit(program, { lazyTools: "offered", api: "responses", strict: true, examples: true, ...full }),
  },
  "openai chat": {
    ...chat,
    emit: (program) => openaiTarget.emit(program, { lazyTools: "offered", api: "chat", strict: false, examples: true, ...full }),
  },
  "openai chat, strict": {
    ...chat,
    emit: (program) => openaiTarget.emit(program, { lazyTools: "offered", api: "chat", strict: true, examples: true, ...full }),
  },
  anthropic: {
    ...messages,
    emit: (program) => anthropicTarget.emit(program, { lazyTools: "offered", strict: false, examples: true, ...full }),
  },
  "anthropic, strict": {
    ...messages,
    emit: (program) => anthropicTarget.emit(program, { lazyTools: "offered", strict: true, examples: true, ...full }),
  },
  gemini: { ...declarations, emit: (program) => geminiTarget.emit(program, { schema: "parametersJsonSchema", examples: true, ...full }) },
  "gemini parameters": {
    ...declarations,
    emit: (program) => geminiTarget.emit(program, { schema: "parameters", examples: true, ...full }),
  },
};
const tally = new Map(
  Object.keys(modes).map((mode) => [mode, { tools: 0, omitted: 0, accepted: 0, strict: 0, lists: 0, listsAccepted: 0, listsFound: 0 }]),
);

/** The largest documents take most of the time, and are tried with `LONG=1`. */
const documents = openApiDocuments.filter(({ operations }) => isLong || operations <= 200);

// By the providers' own rules, every tool and every list that a target writes is accepted, or a finding gives the reason.
describe("the tools that the targets write", () => {
  test.each(documents)("are accepted by each provider's rules: $file", { timeout: 300_000 }, async ({ folder, file: path }) => {
    const { program } = await analyze(createHost(folder), optionsOf({ input: { kind: "openapi", path, include: [], exclude: [] } }));
    for (const [name, { emit, member, wrongInTool, wrongInList }] of Object.entries(modes)) {
      const counts = tally.get(name);
      const { value: files, diagnostics } = emit(program);
      const said = (code: string) => diagnostics.filter((each) => each.code === code);
      const written = files.flatMap(({ text }): readonly unknown[] => JSON.parse(text)[member]);
      const whole = program.toolsets.flatMap(({ tools }) => tools);
      const omitted = whole.length - written.length;
      expect(said("tool-not-declared"), name).toHaveLength(omitted);
      const isLimited = said("strict-limit").length > 0;
      const lenient = name.includes("strict") && !isLimited ? written.filter((tool) => !isStrict(tool)).length : 0;
      expect(said("not-strict").length, name).toBeGreaterThanOrEqual(lenient);
      if (name === "gemini parameters")
        expect(written.some((tool) => geminiJudge.wrongAtOlderEndpoints(tool).length > 0)).toBe(said("long-tool-name").length > 0);
      for (const tool of written) expect(wrongInTool(tool), `${name} ${JSON.stringify(tool).slice(0, 80)}`).toEqual([]);
      for (const file of files) {
        const list: readonly unknown[] = JSON.parse(file.text)[member];
        const wrong = wrongInList(list);
        const isTooLong = said("too-many-tools").some(({ toolset }) => toolset === file.toolset);
        expect(wrong.length > 0, `${name}: ${wrong.join()}`).toBe(isTooLong);
        if (counts === undefined) continue;
        counts.lists += 1;
        if (isTooLong) counts.listsFound += 1;
        else counts.listsAccepted += 1;
      }
      if (counts === undefined) continue;
      counts.tools += whole.length;
      counts.omitted += omitted;
      counts.accepted += written.length;
      counts.strict += written.filter(isStrict).length;
    }
  });
});

function isStrict(tool: unknown): boolean {
  return JSON.stringify(tool).includes('"strict":true');
}

afterAll(() => {
  console.table([...tally].map(([mode, counts]) => ({ mode, ...counts })));
});
