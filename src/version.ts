/** The same as in package.json; a constant, so that `dream --version` reads no file. */
export const VERSION = '0.1.0'
