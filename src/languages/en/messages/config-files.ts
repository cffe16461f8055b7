/** `dream config`: the files of settings. */
export const configFiles = {
  cannotBeUsed: 'The configuration cannot be used; the defaults are in force until it is corrected:',
  whatToDo:
    'Correct the file in an editor, or move it away. dream config schema prints a JSON Schema for editors.',
  broken: (path: string, line: number, column: number, need: string) =>
    `${path}, line ${line}, column ${column}: expected ${need}`,
  need: {
    value: 'a value',
    key: 'a key in double quotes (after the last entry there is no comma)',
    colon: 'a colon after the key',
    'comma or end': 'a comma or the closing bracket',
    'end of file': 'the end of the file',
    'no comment': 'JSON, which has no comments',
  },
  files: 'Configuration files, the first wins',
  file: { machine: 'this machine’s, which nobody can loosen', user: 'yours', project: 'this project’s' },
  state: { there: 'exists', missing: 'does not exist' },
  edit: 'dream config set KEY VALUE writes yours, with --project that of this project; or edit them as JSON.',
  sameFile: 'this project’s file is your own configuration file: leave out --project',
  notEdited: (why: string) => `${why}. Correct the file first; nothing was written`,
  noObject: (path: string) => `${path} holds no JSON object; nothing was written`,
  inTheWay: (path: string, key: string) =>
    `${path}: ${key} is a value and has to be a group of settings. Correct the file first; nothing was written`,
  notOne: (key: string) => `${key} is a group of settings, not one: dream config ${key} lists them`,
  did: {
    changed: (key: string, value: string, file: string) => `${key} is ${value} now in ${file}`,
    created: (key: string, value: string, file: string) => `${key} is ${value} now in ${file} (new file)`,
    unchanged: (key: string, value: string, file: string) => `${key} is ${value} already in ${file}`,
  },
  was: (value: string) => `before: ${value}`,
  wasUnset: 'before: not set there',
  waits: 'It takes effect after dream config trust.',
  overridden: (from: string, value: string) => `Something else wins: ${from} sets it to ${value}.`,
  stillWrong: (why: string) => `The configuration still has a mistake: ${why}`,
}
