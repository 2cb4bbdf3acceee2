import type { Language } from '../../platform/values/language.rules.ts'
import { formatDate } from '../../ui/dates.rules.ts'

/** 'December 11–13, 2026', 'October 30 – November 1, 2026', or one date if both are equal. */
export function formatSpan(first: string, last: string, language?: Language): string {
  if (first === last) return formatDate(first, language)
  if (first.slice(0, 7) === last.slice(0, 7)) {
    return formatDate(last, language).replace(/\d+/, `${Number(first.slice(8))}–$&`)
  }
  const from = formatDate(first, language)
  const isSameYear = first.slice(0, 4) === last.slice(0, 4)
  return `${isSameYear ? from.replace(/,? \d{4}$/, '') : from} – ${formatDate(last, language)}`
}
