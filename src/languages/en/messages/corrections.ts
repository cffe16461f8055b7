/** What a person told Dream that speaks against an older note. */
export const corrections = {
  corrects: (file: string, older: string, newer: string) =>
    `Corrects ${file}: it says ${older}, now ${newer}. The file stays as it is; searches name the new note first.`,
  superseded: (by: string) => `superseded by ${by}`,
}
