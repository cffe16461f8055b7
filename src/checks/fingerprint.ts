/** FNV-1a, 64 bits, in hex: short names for things that are told apart, not a guard against anyone. */
export function fingerprint(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325]
  for (const byte of new TextEncoder().encode(text)) {
    const mixed = (low ^ byte) >>> 0
    // Times 2^40 + 0x1b3, in halves of 32 bits that a number holds exactly.
    const product = mixed * 0x1b3
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + ((mixed << 8) >>> 0)) >>> 0
    low = product >>> 0
  }
  return [high, low].map(half => half.toString(16).padStart(8, '0')).join('')
}
