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

/** The number that was typed. Null for an empty field. */
export const typedNumber = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed)

/** Whether the text is HH:MM on a 24-hour clock. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}
