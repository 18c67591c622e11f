/**
 * The formats of reports. `text` is for people, `agent` for coding agents, `json` for programs; each of the others is for the CI systems
 * that read it.
 */
export const formatNames = ["text", "json", "sarif", "github", "gitlab", "junit", "markdown", "comment", "agent"] as const;

/** The name of a format of findings. */
export type FormatName = (typeof formatNames)[number];

/** The formats whose readers work in the folder in which the command runs. */
export const terminalFormats: readonly FormatName[] = ["text", "agent"];
