import { formatKesAndCents, toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { formatMoment } from '../ui/dates.rules.ts'
import { formatInstant } from '../ui/office/formats.rules.ts'

/**
 * The reason why a due refund waits: M-Pesa's list must show the payment first, or the account that
 * pays B2C has less than the refund.
 */
export type WaitsFor = 'list' | 'account'

export type WaitingGroup = {
  waits_for: WaitsFor
  count: number
  amount_cents: number
  next_at: Date
}

/** '8:11 AM' in Nairobi, or 'Mon, Nov 23, 8:11 AM' if that is not today. */
function clockText(at: Date, now: Date): string {
  const instant = at.toISOString()
  const isToday = nairobiDate(at) === nairobiDate(now)
  return isToday ? formatInstant(instant).time : formatMoment(instant, now)
}

/** 'Waiting for M-PESA's statement, next check 8:11 AM', or 'Account short, next try 8:11 AM'. */
export function waitText(waitsFor: WaitsFor, nextAt: Date, now: Date): string {
  const reason = waitsFor === 'list' ? "Waiting for M-PESA's statement" : 'Account short'
  return `${reason}, ${nextText(waitsFor, nextAt, now)}`
}

const nextText = (waitsFor: WaitsFor, at: Date, now: Date): string =>
  `${waitsFor === 'list' ? 'next check' : 'next try'} ${clockText(at, now)}`

/** '23 refunds, KES 9,200, account short'. */
export function groupText({
  waits_for,
  count,
  amount_cents,
}: Omit<WaitingGroup, 'next_at'>): string {
  const sum = `${count} refund${count === 1 ? '' : 's'}, ${formatKesAndCents(toKes(amount_cents))}`
  return waits_for === 'list' ? `${sum}, waiting for M-PESA's statement` : `${sum}, account short`
}

/** '23 refunds, KES 9,200, account short, next try 8:11 AM'. */
export function timedGroupText(group: WaitingGroup, now: Date): string {
  return `${groupText(group)}, ${nextText(group.waits_for, group.next_at, now)}`
}
