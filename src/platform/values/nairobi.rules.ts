/** Nairobi is three hours ahead of UTC all year. */
export const NAIROBI_AHEAD_MS = 3 * 3_600_000

/** 'YYYY-MM-DD HH:mm:ss' in Nairobi. */
export function nairobiDateTime(at: Date): string {
  const iso = new Date(at.getTime() + NAIROBI_AHEAD_MS).toISOString()
  return iso.slice(0, 19).replace('T', ' ')
}

/** YYYY-MM-DD in Nairobi. */
export function nairobiDate(at: Date): string {
  return nairobiDateTime(at).slice(0, 10)
}

/** YYYYMMDDHHmmss in Nairobi. */
export function nairobiStamp(at: Date): string {
  return nairobiDateTime(at).replace(/\D/g, '')
}

/** True for a day of the calendar. A pattern alone would accept 30 February. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return text > '1900' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** An instant in ISO 8601 and UTC. Null if there is none. */
export const isoText = (at: string | Date | null | undefined): string | null =>
  at ? new Date(at).toISOString() : null
