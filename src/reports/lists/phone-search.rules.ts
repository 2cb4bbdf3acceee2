/**
 * LIKE patterns for stored numbers (2547… or 2541…) that contain the typed digits. A number must
 * match one of them. Null if nothing was typed, and an empty list if no number can match.
 */
export function phonePatterns(typed: string): string[] | null {
  const digits = typed.replace(/[\s+()-]/g, '')
  if (digits === '') return null
  if (!/^\d+$/.test(digits)) return []
  // The 0 at the beginning of a number as people write it stands for 254.
  const local = digits.startsWith('0') ? [`254${digits.slice(1)}%`] : []
  return [`%${digits}%`, ...local]
}
