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

/** Composes accents (NFC), makes line ends alike, and removes control characters and outer spaces. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

export const CATEGORY_NAME_MAX = 40
/**
 * The longest gate name, because it is printed in large letters on tickets and is part of every
 * SMS.
 */
export const GATE_NAME_MAX = 40
export const GATE_OFFSET_MAX = 999

const CODE = /^[a-z0-9-]{1,40}$/

/** Whether the text is a short code as stored, in lower case. */
export function isShortCode(code: string): boolean {
  return CODE.test(code)
}

/** The time of a save: later than the previous save, even if both come in the same millisecond. */
export function timeOfSave(now: Date, { updated_at }: { updated_at: Date }): Date {
  return new Date(Math.max(now.getTime(), updated_at.getTime() + 1))
}
