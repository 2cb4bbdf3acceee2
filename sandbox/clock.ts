const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000

/** `YYYY-MM-DDTHH:mm:ss.sss` in Nairobi time. Kenya has no summer time. */
function nairobiIso(at: number): string {
  return new Date(at + NAIROBI_OFFSET_MS).toISOString().slice(0, 23)
}

/** `YYYYMMDDHHmmss`, the format of Daraja's Timestamp and TransactionDate. */
export function nairobiStamp(at: number): string {
  return nairobiIso(at).replace(/\D/g, '').slice(0, 14)
}

/** `YYYY-MM-DD HH:mm:ss`, the format of Pull Transactions. */
export function nairobiDateTime(at: number): string {
  return nairobiIso(at).slice(0, 19).replace('T', ' ')
}

/** `DDMMYYYYHHmmss` and three digits of milliseconds, the format inside a CheckoutRequestID. */
export function nairobiCheckoutStamp(at: number): string {
  const digits = nairobiIso(at).replace(/\D/g, '')
  return `${digits.slice(6, 8)}${digits.slice(4, 6)}${digits.slice(0, 4)}${digits.slice(8, 17)}`
}

/** Parses `YYYY-MM-DD HH:mm:ss` as Nairobi time; undefined if the text is not a valid date. */
export function parseNairobiDateTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const at = Date.parse(`${text.replace(' ', 'T')}+03:00`)
  // Date.parse turns 31 February into a day in March, so compare the formatted result with the
  // text.
  return Number.isNaN(at) || nairobiDateTime(at) !== text ? undefined : at
}

export function isStamp(text: string): boolean {
  const m = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  return (
    m !== null &&
    parseNairobiDateTime(`${m[1]}-${m[2]}-${m[3]} ${m[4]}:${m[5]}:${m[6]}`) !== undefined
  )
}
