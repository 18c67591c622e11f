/**
 * The help of the program and of its commands, as `src/cli/help-text.ts` prints it. `scripts/bundle.mjs` stores it beside the bundled
 * command line.
 */

/** @typedef {import("commander").Command} Command */

/**
 * The help of each command by its name, and that of the program under the empty name. A mark stands where a text may be broken into lines.
 * @type {(program: Command, mark: string) => [name: string, help: string][]}
 */
export function storedHelps(program, mark) {
  return [
    ["", storedHelp(program, mark)],
    ...program.commands.map(/** @returns {[string, string]} */ (command) => [command.name(), storedHelp(command, mark)]),
  ];
}

/** @type {(command: Command, mark: string) => string} */
function storedHelp(command, mark) {
  let written = "";
  command.configureHelp({ ...command.configureHelp(), helpWidth: Number.MAX_SAFE_INTEGER, boxWrap: (text) => `${mark}${text}` });
  const write = (/** @type {string} */ text) => {
    written += text;
  };
  command.configureOutput({ writeOut: write });
  command.outputHelp();
  return written;
}
