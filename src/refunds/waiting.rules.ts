import { formatKesAndCents, toKes } from '../platform/values/money.rules.ts'
import { nairobiDate, nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import { shortDay } from './business-days.rules.ts'

/**
 * The reason why a due refund waits: M-Pesa's list must show the payment first, or the account that
 * pays B2C holds less than the refund.
 */
export type WaitsFor = 'list' | 'account'

export type WaitingGroup = {
  waits_for: WaitsFor
  count: number
  amount_cents: number
  next_at: Date
}

/** '08:11' in Nairobi, or '23 Nov, 08:11' if that is not today. */
function clockWords(at: Date, now: Date): string {
  const day = nairobiDate(at)
  const clock = nairobiDateTime(at).slice(11, 16)
  return day === nairobiDate(now) ? clock : `${shortDay(day)}, ${clock}`
}

/** 'Waiting for M-Pesa's list, next look 08:11', or 'Account short, next try 08:11'. */
export function waitWords(waitsFor: WaitsFor, nextAt: Date, now: Date): string {
  const reason = waitsFor === 'list' ? "Waiting for M-Pesa's list" : 'Account short'
  return `${reason}, ${nextWords(waitsFor, nextAt, now)}`
}

const nextWords = (waitsFor: WaitsFor, at: Date, now: Date): string =>
  `${waitsFor === 'list' ? 'next look' : 'next try'} ${clockWords(at, now)}`

/** '23 refunds, KES 9,200, account short'. */
export function groupWords({
  waits_for,
  count,
  amount_cents,
}: Omit<WaitingGroup, 'next_at'>): string {
  const sum = `${count} refund${count === 1 ? '' : 's'}, ${formatKesAndCents(toKes(amount_cents))}`
  return waits_for === 'list' ? `${sum}, waiting for M-Pesa's list` : `${sum}, account short`
}

/** '23 refunds, KES 9,200, account short, next try 08:11'. */
export function groupWordsWithTime(group: WaitingGroup, now: Date): string {
  return `${groupWords(group)}, ${nextWords(group.waits_for, group.next_at, now)}`
}
