/** The exit codes of all commands. They do not depend on the output format. */
export const exitCodes = {
  clean: 0,
  /** Errors were found, or something is out of date. */
  findings: 1,
  /** The command, the configuration or a file could not be used. */
  usage: 2,
  /** What was asked could not be decided: nothing is known of what there is to compare with. */
  unchecked: 3,
  bug: 70,
  /** The user ended the questions. As a shell reports Ctrl-C: 128 and the number of SIGINT. */
  cancelled: 130,
} as const;
