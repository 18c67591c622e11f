export { analyze, type Compilation, compile, type Reading, read } from "./compile.ts";
export type { Code, Diagnostic, Outcome, PinnedParameter, Profile, Related, Severity } from "./diagnostic/diagnostic.ts";
export type { Fix, FixEdit } from "./diagnostic/fix.ts";
export type { Mark, MarkPosition } from "./diagnostic/mark.ts";
export { type Exported, type ExportOptions, environmentText, exportEnvironment } from "./environment/export.ts";
export { importEnvironment } from "./environment/import.ts";
export type { LeftValue } from "./environment/literal-values.ts";
export type { Selection } from "./environment/selection.ts";
export { diagnosticCodes } from "./findings/diagnostic-codes.ts";
export type { Finding, RelatedMark, SuppressedFinding } from "./findings/finding.ts";
export { type Findings, findingsOf, reportOf, summaryOf } from "./findings/findings-of.ts";
export { formatJson, type Summary } from "./findings/formats/format-json.ts";
export { type FormatName, formatNames } from "./findings/formats/format-names.ts";
export { formatText, type TextStyle } from "./findings/formats/format-text.ts";
export { type FindingsReport, formats } from "./findings/formats/formats.ts";
export type { Review } from "./findings/review.ts";
export type { Account, Group, Move, Program, Schema, Tool, Toolset } from "./ir/ir.ts";
export type { RuleFile } from "./project/config/config.ts";
export type { OpenApiInput } from "./project/definitions/bare-document.ts";
export type { Content } from "./project/files/read-files.ts";
export type { Host, LoadSettings } from "./project/load.ts";
export type { LoadInput } from "./project/load-input.ts";
export type { Scope } from "./project/scope.ts";
export type { ImportedRule } from "./rules/files/file-rule.ts";
export type {
  Annotations,
  Binding,
  BodyBinding,
  ClientBinding,
  CollectLimits,
  ConnectorBinding,
  EncodingBinding,
  Endpoint,
  HttpBinding,
  McpBinding,
  PagesBinding,
  ParameterBinding,
  ResponseBinding,
  Serialization,
  Server,
  ServerVariable,
  StateOperation,
  ValueSource,
  WaitingBinding,
} from "./runtime/binding.ts";
export type { CompileOptions, Settings, Stage } from "./settings.ts";
export { applyEdits, type Edit } from "./source/edit.ts";
export type { JsonStyle } from "./source/json/format-json.ts";
export type { Json, JsonObject, JsonSchema } from "./source/json/json.ts";
export type { Range, Source } from "./source/source.ts";
export type { Origin, Path, Place } from "./source/tree.ts";
export type { Output, WrittenPaths } from "./targets/emit.ts";
export { targets } from "./targets/index.ts";
export type { File, FileSummary, Target, TargetOption } from "./targets/target.ts";
