/** As a shell would split it, with quotes and without anything else that a shell does. */
export function splitCommand(line: string): string[] {
  const words = line.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_found, double?: string, single?: string) => double?.replace(/\\(["\\])/g, "$1") ?? single ?? "",
    ),
  );
}
