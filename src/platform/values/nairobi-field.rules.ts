import { nairobiDateTime } from './nairobi.rules.ts'

/**
 * The value of a date and time field: 'YYYY-MM-DDTHH:MM' in Nairobi, even if the browser has
 * another time zone. '' for null. Includes seconds only if they are not 0.
 */
export function nairobiField(instant: string | null): string {
  if (instant === null) return ''
  return nairobiDateTime(new Date(instant)).replace(' ', 'T').replace(/:00$/, '')
}

/** The instant of a value of such a field (`nairobiField`). Null for ''. */
export function instantOfField(value: string): string | null {
  if (value === '') return null
  return `${value}${value.length === 16 ? ':00' : ''}+03:00`
}
