/** The URL of the documentation page about a code. */
export function documentationUrl(code: string): string {
  return `${projectUrl}/blob/main/docs/diagnostics/${code}.md`;
}

export const projectUrl = "https://github.com/toolsetc/toolsetc";
