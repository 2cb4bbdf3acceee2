export type RefundState = 'due' | 'sending' | 'sent' | 'done' | 'unknown' | 'refused' | 'manual'

/** Every line along which a refund may change. `done` is final. */
const REFUND_CHANGES: Record<RefundState, readonly RefundState[]> = {
  due: ['sending', 'manual', 'done'],
  // Done where the result overtakes the answer; due again where M-Pesa said 'later'.
  sending: ['sent', 'due', 'unknown', 'refused', 'done', 'manual'],
  sent: ['done', 'due', 'unknown', 'refused', 'manual'],
  // Due again once it is known that nothing went out, or that asking again cannot pay twice.
  unknown: ['done', 'due', 'sent', 'refused', 'manual'],
  refused: ['due', 'manual', 'done'],
  manual: ['due', 'done'],
  done: [],
}

export const REFUND_STATES = Object.keys(REFUND_CHANGES) as RefundState[]

export function refundStatesBefore(to: RefundState): RefundState[] {
  return REFUND_STATES.filter((from) => REFUND_CHANGES[from].includes(to))
}

/** M-Pesa may have been asked, and may be paying: one call of it is open. */
export const ON_ITS_WAY = ['sending', 'sent', 'unknown'] as const satisfies RefundState[]

export function isOnItsWay(state: RefundState): boolean {
  return ON_ITS_WAY.some((known) => known === state)
}

/**
 * From where people paid a refund back by hand, and which way that is: what M-Pesa's portal paid has its
 * receipt, as what the shop asked it for, and left the same account.
 */
export const BY_HAND = {
  utility: 'b2c',
  collection: 'reversal',
  bank: 'manual',
  cash: 'manual',
} as const

export type PaidFrom = keyof typeof BY_HAND

/** M-Pesa's receipts look alike: ten letters and digits, of both some. */
export function looksLikeReceipt(reference: string): boolean {
  return /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10}$/i.test(reference.trim())
}

export const REFUND_REASONS = [
  'paid_twice',
  'no_capacity',
  'event_closed',
  'cancelled',
  'moved',
  'wrong_amount',
  'unexplained',
  'significant_change',
  'technical_error',
  'booked_twice',
  'stray',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** What `owe` wrote down as the cause, as a reason; any other is an admin's own. */
export function reasonOf(cause: string): RefundReason {
  if (cause === 'already_paid') return 'paid_twice'
  return REFUND_REASONS.find((reason) => reason === cause) ?? 'other'
}

/** Why money that came in and bought nothing goes back, or what was sold is taken back. */
export const ADMIN_REASONS = [
  'significant_change',
  'technical_error',
  'booked_twice',
  'other',
] as const

/** Whether M-Pesa was asked to move money and nobody ever told what became of that. */
export function wasLost(calls: readonly PastCall[]): boolean {
  return calls.some(isLost)
}

function isLost({ kind, result_code }: PastCall): boolean {
  return kind !== 'status' && result_code === NOT_FOUND
}

/** Whether M-Pesa's own result said of the last call that nothing went out under its id. */
export function wasLookedAt(calls: readonly PastCall[]): boolean {
  return calls.findLast(({ kind }) => kind !== 'status')?.state === 'refused'
}

type Payable = {
  is_whole: boolean
  amount_cents: number
  phone: string | null
  /** Of the payment that goes back. */
  mpesa_receipt: string | null
}

type PastCall = { kind: string; state: string; result_code: string | null }

/** Why a refund waits for people: M-Pesa masked who paid, and no Reversal fits. */
export const PAYER_UNKNOWN = 'payer_unknown'

/** Of a call of which nobody ever told what became of it. */
export const NOT_FOUND = 'not found'

/** What else is known of a refund by its lost call, among the reasons why it waits for people. */
export const LOST = { reversal: 'reversal_lost', b2c: 'payment_lost' } as const

/** Of a call by which the money went back a second time, until a person has settled that. */
export const DUPLICATE = 'twice'

/** A Reversal of which nobody ever told what became of it may have been carried out. */
export function isReversalLost(calls: readonly PastCall[]): boolean {
  return wasLost(calls.filter(({ kind }) => kind === 'reversal'))
}

/** So often money is asked for of which nobody ever tells what became of it; then people look. */
const LOST_MAX = 5

/** So often a Reversal is asked for that M-Pesa refuses, where an earlier one is lost. */
const LOST_REFUSED_MAX = 4

/**
 * How the money goes back next. A Reversal only of a whole payment; once it is refused, a payment to
 * the number that paid, if it is known; M-Pesa takes whole shillings. Else people pay it. Where an
 * earlier Reversal is lost, a refusal proves nothing, and money by another way could be the second: it
 * is asked for again, which pays nobody twice, until M-Pesa says that it is done or people look. They
 * do, too, where M-Pesa tells nothing time after time: then nothing more is sent by itself.
 */
export function nextWay(
  refund: Payable,
  calls: readonly PastCall[],
): 'reversal' | 'b2c' | 'manual' {
  if (refund.amount_cents % 100 !== 0 || calls.filter(isLost).length >= LOST_MAX) return 'manual'
  const refused = (kind: string) =>
    calls.filter((call) => call.kind === kind && call.state === 'refused').length
  if (refund.is_whole && refund.mpesa_receipt !== null) {
    if (refused('reversal') === 0) return 'reversal'
    if (isReversalLost(calls)) {
      return refused('reversal') < LOST_REFUSED_MAX ? 'reversal' : 'manual'
    }
  }
  return refund.phone !== null && refused('b2c') === 0 ? 'b2c' : 'manual'
}

/** Whether the number that paid is all that is missing: with it, the money could go out. */
export function wantsPayer(refund: Payable, calls: readonly PastCall[]): boolean {
  return refund.phone === null && nextWay({ ...refund, phone: 'known' }, calls) === 'b2c'
}

/** The call by which the money may be on its way; the database allows one (`refund_call__open`). */
export function openRefundAttempt<T extends { kind: string; state: string }>(
  calls: readonly T[],
): T | undefined {
  const isOpen = (state: string) => ['asking', 'asked', 'unknown'].includes(state)
  return calls.findLast(({ kind, state }) => kind !== 'status' && isOpen(state))
}

export function isOpenCall(
  calls: readonly { id: string; kind: string; state: string }[],
  id: string,
): boolean {
  return openRefundAttempt(calls)?.id === id
}

/** Milliseconds until the next try: twice as long each time, 360 times the first at most. */
export function backoffMs(tries: number, firstMs: number): number {
  return Math.min(360 * firstMs, firstMs * 2 ** Math.min(tries, 20))
}
