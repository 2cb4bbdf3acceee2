import { formatKes } from '../../platform/values/money.rules.ts'
import { dialOf } from '../event.rules.ts'
import type { StoredCode } from '../price.rules.ts'

/** The bounds of a code in the form and on the server; amounts are in shillings. */
export const CODES_MAX = 500
export const BATCHES_MAX = 10
export const BATCH_MAX = 5000
export const CODE_VALUE_MAX = 1_000_000
export const CODE_TICKETS_MAX = 1_000_000

/** The digits of a code by USSD: four if many buyers share the code, otherwise eight. */
export function digitsOf({
  kind,
  max_tickets,
}: {
  kind: StoredCode['kind']
  max_tickets: number | null
}): 4 | 8 {
  return kind === 'access' || max_tickets === 1 ? 8 : 4
}

/** The number to dial for a code. Null before the event is published, or if USSD is turned off. */
export function dialOfCode(
  ussdCode: string,
  { digits, dial_code }: { digits: string; dial_code: number | null },
): string | null {
  if (ussdCode === '' || dial_code === null) return null
  return dialOf(ussdCode, dial_code).replace('#', `*${digits}#`)
}

/** The address of the event's page with a code. */
export const codeLink = (origin: string, eventId: string, code: string): string =>
  `${origin}/event/${eventId}?${new URLSearchParams({ code })}`

/** The effect of a code on the price of a ticket, in words; `value` is in shillings. */
export function codeWords({
  kind,
  percent,
  value = 0,
}: {
  kind: StoredCode['kind']
  percent?: number
  value?: number
}): string {
  if (kind === 'access') return 'Shows hidden tickets'
  if (kind === 'percent') return percent === 100 ? 'Free' : `${percent}% off`
  if (kind === 'amount') return `${formatKes(value)} off`
  return value === 0 ? 'Free' : `${formatKes(value)} a ticket`
}
