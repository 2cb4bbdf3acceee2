// Order codes leave out I, L, O and U, which people confuse when they read or type a code.
export const CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Replaces I and L by 1 and O by 0, and removes other characters. */
function bareCode(typed: string): string {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return bare.replace(/[IL]/g, '1').replace(/O/g, '0')
}

/** The word 'TKT' before a code. A code of eight symbols may itself begin with these letters. */
const WORD_BEFORE = /^TKT(?=.{8})/

/** Reads a code in any notation, even with 'TKT' before it. Null if the text cannot be a code. */
export function readOrderCode(typed: string): string | null {
  const bare = bareCode(typed).replace(WORD_BEFORE, '')
  return CODE.test(bare) ? bare : null
}

/** Codes that differ from `typed` by a wrong, missing or extra symbol or two swapped symbols. */
export function nearCodes(typed: string): string[] {
  const bare = bareCode(typed).slice(0, 12)
  const near = new Set<string>()
  for (let at = 0; at <= bare.length; at++) {
    const [head, rest, one] = [bare.slice(0, at), bare.slice(at + 1), bare[at] ?? '']
    near.add(head + rest)
    if (rest) near.add(head + rest[0] + one + rest.slice(1))
    for (const symbol of CODE_SYMBOLS)
      near.add(head + symbol + rest).add(head + symbol + one + rest)
  }
  return [...near].filter((code) => CODE.test(code) && code !== bare)
}
