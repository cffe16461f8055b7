/** `1 file`, `2 files`, `1,200 entries`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

export const number = (value: number): string => value.toLocaleString('en-US')
