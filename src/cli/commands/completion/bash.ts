import { type CompletedCommand, compiledTools } from "./completed-commands.ts";

/** A completion script for bash. It supports version 3.2, the one of macOS. If the script finds no word, bash completes paths. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const words = (some: readonly string[]) => `COMPREPLY=($(compgen -W '${some.join(" ")}' -- "$current"))`;
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap(({ long, short, value }) => {
      if (value === "none") return [];
      const patterns = [long, ...(short === "" ? [] : [`-${short}`])].map((flag) => `"${name} ${flag}"`).join("|");
      const names = `COMPREPLY=($(compgen -W "$(_toolsetc_toolsets)" -- "$current"))`;
      const reply = value === "toolset" ? names : value === "any" ? ":" : words(value);
      return `    ${patterns}) ${reply}; return ;;\n`;
    }),
  );
  const cases = commands.map(({ name, flags, argument }) => {
    const all = flags.flatMap(({ long, short }) => [long, ...(short === "" ? [] : [`-${short}`])]);
    const own =
      argument === "tool" ? `COMPREPLY=($(compgen -W "$(_toolsetc_tools)" -- "$current"))` : argument === "path" ? ":" : words(argument);
    return `    ${name}) if [[ $current == -* ]]; then ${words([...all, "--help"])}; else ${own}; fi ;;\n`;
  });
  return `# Completion of toolsetc for bash: source <(toolsetc completion bash)
_toolsetc_toolsets() {
  local folder
  for folder in ${compiledTools}/*/; do [ -d "$folder" ] && basename "$folder"; done
}
_toolsetc_tools() {
  local file toolset
  for file in ${compiledTools}/*/tools/*.ts; do
    [ -f "$file" ] || continue
    toolset=\${file#${compiledTools}/}
    printf '%s.%s\\n' "\${toolset%%/*}" "$(basename "$file" .ts)"
  done
}
_toolsetc() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${words([...commands.map(({ name }) => name), "--help", "--version"])}
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${values.join("")}  esac
  case "\${COMP_WORDS[1]}" in
${cases.join("")}  esac
}
complete -o default -F _toolsetc toolsetc
`;
}
