// Without I, L, O and U: read aloud and typed without doubt.
export const CODE_SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** What was typed for a code, in its symbols as far as they go: I and L are read as 1, O as 0. */
export function bareCode(typed: string): string {
  const bare = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return bare.replace(/[IL]/g, '1').replace(/O/g, '0')
}

/** An order's code in what a person typed, however it is written; null if it cannot be one. */
export function readOrderCode(typed: string): string | null {
  const bare = bareCode(typed)
  return CODE.test(bare) ? bare : null
}

/**
 * The codes that a slip of the finger makes of what was typed: a symbol that is wrong, missing or too
 * many, or two that changed places.
 */
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
