import { type CompletedCommand, compiledTools, nameCharacters, printToolNames } from "./completed-commands.ts";

/**
 * A completion script for bash. It supports version 3.2, the one of macOS. If the script finds no word, bash completes paths. Words are
 * compared in a loop, since `compgen -W` expands them: it would run a folder called `$(command)`.
 */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const words = (some: readonly string[]) => `_toolsetc_offer ${some.join(" ")}`;
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap(({ long, short, value }) => {
      if (value === "none") return [];
      const patterns = [long, ...(short === "" ? [] : [`-${short}`])].map((flag) => `"${name} ${flag}"`).join("|");
      const reply = value === "toolset" ? "_toolsetc_toolsets" : value === "any" ? ":" : words(value);
      return `    ${patterns}) ${reply}; return ;;\n`;
    }),
  );
  const cases = commands.map(({ name, flags, argument }) => {
    const all = flags.flatMap(({ long, short }) => [long, ...(short === "" ? [] : [`-${short}`])]);
    const own = argument === "tool" ? "_toolsetc_tools" : argument === "path" ? ":" : words(argument);
    return `    ${name}) if [[ $current == -* ]]; then ${words([...all, "--help"])}; else ${own}; fi ;;\n`;
  });
  return `# Completion of toolsetc for bash: source <(toolsetc completion bash)
_toolsetc_offer() {
  local word
  for word in "$@"; do
    case $word in "$current"*) COMPREPLY+=("$word") ;; esac
  done
}
_toolsetc_offer_name() {
  case $1 in -* | *[!${nameCharacters}]*) ;; *) _toolsetc_offer "$1" ;; esac
}
_toolsetc_toolsets() {
  local folder
  for folder in ${compiledTools}/*/; do
    folder=\${folder#${compiledTools}/}
    _toolsetc_offer_name "\${folder%/}"
  done
}
_toolsetc_tools() {
  local file toolset name
  for file in ${compiledTools}/*/toolset.json; do
    [ -f "$file" ] || continue
    toolset=\${file#${compiledTools}/} toolset=\${toolset%/toolset.json}
    for name in $(${printToolNames('"$file"')}); do _toolsetc_offer_name "$toolset.$name"; done
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
