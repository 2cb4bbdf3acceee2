import { bareNumber } from '../../platform/values/phone.rules.ts'

/**
 * LIKE patterns for stored numbers (2547… or 2541…) that contain the typed digits. A number must
 * match one of them. Null if no digit was typed; an empty list if no number can match.
 */
export function phonePatterns(typed: string): string[] | null {
  const digits = bareNumber(typed)
  if (digits === '') return null
  if (!/^\d+$/.test(digits)) return []
  // A leading 0, as people write local numbers, stands for 254.
  const local = digits.startsWith('0') ? [`254${digits.slice(1)}%`] : []
  return [`%${digits}%`, ...local]
}
