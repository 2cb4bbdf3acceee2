import { listWords } from '../platform/values/list-words.rules.ts'
import { formatKesAndCents, toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { formatMoment } from '../ui/dates.rules.ts'
import { countOf, formatExactKes, formatInstant } from '../ui/office/formats.rules.ts'

/**
 * The reason why a due refund waits: an admin stopped all refunds, M-Pesa's list must show the payment
 * first, or the account that pays B2C has less than the refund.
 */
export type WaitsFor = 'switch' | 'list' | 'account'

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

export const PAUSED = 'Refunds are paused: we send it when they are resumed'

/**
 * 'Waiting for M-PESA's statement, next check 8:11 AM', or 'Account short, next try 8:11 AM'. Null
 * for a refund that does not wait.
 */
export function waitText(
  { waits_for: waitsFor, next_at: nextAt }: { waits_for: WaitsFor | null; next_at: Date | null },
  now: Date,
): string | null {
  if (!waitsFor || !nextAt) return null
  if (waitsFor === 'switch') return PAUSED
  const reason = waitsFor === 'list' ? "Waiting for M-PESA's statement" : 'Account short'
  return `${reason}, ${nextText(waitsFor, nextAt, now)}`
}

const nextText = (waitsFor: 'list' | 'account', at: Date, now: Date): string =>
  `${waitsFor === 'list' ? 'next check' : 'next try'} ${clockText(at, now)}`

const GROUP_REASONS = {
  switch: 'paused',
  list: "waiting for M-PESA's statement",
  account: 'account short',
} as const

/** '23 refunds, KES 9,200, account short'. */
export function groupText({
  waits_for,
  count,
  amount_cents,
}: Omit<WaitingGroup, 'next_at'>): string {
  const sum = `${count} refund${count === 1 ? '' : 's'}, ${formatKesAndCents(toKes(amount_cents))}`
  return `${sum}, ${GROUP_REASONS[waits_for]}`
}

/** '23 refunds, KES 9,200, account short, next try 8:11 AM'. */
export function timedGroupText(group: WaitingGroup, now: Date): string {
  const { waits_for: waitsFor, next_at: at } = group
  if (waitsFor === 'switch') return groupText(group)
  return `${groupText(group)}, ${nextText(waitsFor, at, now)}`
}

type Due = { count: number; amount: number }

/** 'Waiting: 3 refunds (KES 9,200) and 1 payout (KES 12,000).' */
export function dueText({ refunds, payouts }: Record<'refunds' | 'payouts', Due>): string {
  const parts = [
    { ...refunds, noun: 'refund' },
    { ...payouts, noun: 'payout' },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return 'No refund or payout waits. New ones will wait.'
  const texts = parts.map(
    ({ count, amount, noun }) => `${countOf(count, noun)} (${formatExactKes(amount)})`,
  )
  return `Waiting: ${listWords(texts)}.`
}
