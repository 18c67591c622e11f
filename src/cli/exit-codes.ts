/** The exit codes of all commands. They do not depend on the output format. */
export const exitCodes = {
  clean: 0,
  /** Errors were found, or a file is out of date. */
  findings: 1,
  /** The command, the configuration or a file could not be used. */
  usage: 2,
  /** The base of a comparison cannot be read, or toolsets do not compile, so it is unknown whether they changed. */
  unchecked: 3,
  bug: 70,
  /** The user cancelled the questions of `init`. Shells use the same code for Ctrl-C: 128 plus the number of SIGINT. */
  cancelled: 130,
} as const;
