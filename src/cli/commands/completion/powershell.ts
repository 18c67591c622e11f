import { type CompletedCommand, compiledTools, nameCharacters, singleQuoted } from "./completed-commands.ts";

/** A completion script for PowerShell 5.1 and later. If the script finds no word, PowerShell completes paths. */
export function powershellScript(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string) => singleQuoted(text, "''");
  const list = (words: readonly string[]) => `@(${words.map(quoted).join(", ")})`;
  const entries = commands.map(({ name, flags, argument }) => {
    const values = flags.flatMap(({ long, short, value }) => {
      if (value === "none") return [];
      const words = value === "toolset" ? "$toolsets" : value === "any" ? "@()" : list(value);
      return [long, ...(short === "" ? [] : [`-${short}`])].map((flag) => `${quoted(flag)} = ${words}`);
    });
    const own = argument === "tool" ? "$tools" : argument === "path" ? "@()" : list(argument);
    const all = list([...flags.map(({ long }) => long), "--help"]);
    return `    ${quoted(name)} = @{ Flags = ${all}; Argument = ${own}; Values = @{ ${values.join("; ")} } }\n`;
  });
  return `# Completion of toolsetc for PowerShell: toolsetc completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName toolsetc -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $toolsets = @(Get-ChildItem -Directory -Path '${compiledTools}' -ErrorAction SilentlyContinue | ForEach-Object { $_.Name })
  $tools = @(Get-ChildItem -File -Path '${compiledTools}/*/toolset.json' -ErrorAction SilentlyContinue | ForEach-Object {
    $toolset = $_.Directory.Name
    Select-String -LiteralPath $_.FullName -Pattern '"localName": *"([${nameCharacters}]*)"' | ForEach-Object { $toolset + '.' + $_.Matches[0].Groups[1].Value }
  })
  $name = '^(?!-)[${nameCharacters}]+\\z'
  $toolsets = @($toolsets | Where-Object { $_ -match $name })
  $tools = @($tools | Where-Object { $_ -match $name })
  $commands = @{
${entries.join("")}  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $words.Count -gt 1) { $words = @($words[0..($words.Count - 2)]) }
  if ($words.Count -le 1) { $found = @($commands.Keys | Sort-Object) }
  else {
    $command = $commands[$words[1]]
    if ($null -eq $command) { return }
    if ($command.Values.ContainsKey($words[-1])) { $found = $command.Values[$words[-1]] }
    elseif ($wordToComplete -like '-*') { $found = $command.Flags }
    else { $found = $command.Argument }
  }
  $found | Where-Object { $_ -like ($wordToComplete + '*') } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}
