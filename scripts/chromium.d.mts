/** Where Chromium lies; installed first where it is missing. */
export function installChromium(say?: (text: string) => void): string
