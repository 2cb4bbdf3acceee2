import { isDay } from '../platform/values/nairobi.rules.ts'

/**
 * Cleans a single line of typed text: no line breaks, no runs of spaces, no invisible characters.
 */
export function cleanLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

export const CATEGORY_NAME_MAX = 40
/**
 * The longest gate name. The name is printed in large letters on tickets and is part of every SMS,
 * so it must be short.
 */
export const GATE_NAME_MAX = 40
export const GATE_OFFSET_MAX = 999

const CODE = /^[a-z0-9-]{1,40}$/

/** Whether the text is a short code in its stored form, which is lower case. */
export function isShortCode(code: string): boolean {
  return CODE.test(code)
}

/**
 * The time of a save. It is always later than the previous save, even if both happen in the same
 * millisecond.
 */
export function timeOfSave(now: Date, { updated_at }: { updated_at: Date }): Date {
  return new Date(Math.max(now.getTime(), updated_at.getTime() + 1))
}

// The time zone is required, because a text without it would mean another instant on a machine with
// another time zone.
const MOMENT = /^2[01]\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** The instant in ms. Null if the text is no instant of the years 2000 to 2199. */
export function readMomentText(sent: string): number | null {
  const at = MOMENT.test(sent) && isDay(sent.slice(0, 10)) ? Date.parse(sent) : Number.NaN
  return Number.isNaN(at) ? null : at
}
