// Parses Daraja's fields. A field may come as a number, as text, or not at all.

/** The text of a field. '' if the field is missing or of another type. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

/**
 * Whether a code proves a failure: a number without leading zero, or a name such as 'SFC_IC0003'.
 */
export function isFailureCode(code: string): boolean {
  return /^(?:[1-9]\d*|SFC_IC\d+)$/.test(code)
}

export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null ? (value as Fields) : null
}

/**
 * Parses a JSON object. Ignores byte order marks and spaces around the object. Null if the text is
 * no object. The byte order mark of a UTF-16 body arrives as two replacement characters.
 */
export function parseFields(text: string): Fields | null {
  try {
    // `trim` also removes a byte order mark.
    return fieldsOf(
      JSON.parse(
        text
          .trim()
          .replace(/^\uFFFD\uFFFD/, '')
          .trim(),
      ),
    )
  } catch {
    return null
  }
}

// A limit in cents that no account balance reaches.
const MAX_CENTS = 1e13

// Digits, with commas between groups of three or without, and decimals.
const AMOUNT = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/

/** Parses '1000.00', '1,000.5' or '-3' into cents, rounded. Null if the text is no amount. */
export function centsOf(text: string): number | null {
  if (!AMOUNT.test(text)) return null
  const cents = Math.round(Number(text.replaceAll(',', '')) * 100)
  return Math.abs(cents) < MAX_CENTS ? cents : null
}

/** Normalises a number to 2547… or 2541…; null if it is masked, hashed or missing. */
export function phoneOf(text: string): string | null {
  const subscriber = /^(?:\+?254|0)([17]\d{8})$/.exec(text)?.[1]
  return subscriber ? `254${subscriber}` : null
}

/** Parses 'YYYYMMDDHHmmss' or 'DD.MM.YYYY HH:mm:ss' in Nairobi; null for any other text. */
export function instantOf(text: string): Date | null {
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text)
  const stamp = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!dotted && !stamp) return null
  const iso = dotted
    ? `${dotted[3]}-${dotted[2]}-${dotted[1]}T${dotted[4]}`
    : `${stamp![1]}-${stamp![2]}-${stamp![3]}T${stamp![4]}:${stamp![5]}:${stamp![6]}`
  const at = new Date(`${iso}+03:00`)
  return Number.isNaN(at.getTime()) ? null : at
}
