/** The version of the compiler, as in package.json. */
export const version = "0.3.0";
