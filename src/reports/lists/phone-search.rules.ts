/**
 * What a stored number (2547… or 2541…) must look like to hold what was typed, as patterns of LIKE:
 * one of them is enough. Null if nothing was typed; none where no number can hold it.
 */
export function phonePatterns(typed: string): string[] | null {
  const digits = typed.replace(/[\s+()-]/g, '')
  if (digits === '') return null
  if (!/^\d+$/.test(digits)) return []
  // The 0 at the beginning of a number as people write it stands for 254.
  const local = digits.startsWith('0') ? [`254${digits.slice(1)}%`] : []
  return [`%${digits}%`, ...local]
}
