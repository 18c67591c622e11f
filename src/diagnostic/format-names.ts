/** The formats of reports. `text` is for people, `agent` for coding agents, `json` for programs; the others are for the CI that reads them. */
export const formatNames = ["text", "json", "sarif", "github", "gitlab", "junit", "markdown", "agent"] as const;

export type FormatName = (typeof formatNames)[number];
