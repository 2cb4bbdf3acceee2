/** The ways by which M-Pesa moves money out of our accounts. */
export type MoneyKind = 'reversal' | 'b2c' | 'b2b'

/**
 * `status` queries an attempt, `receipt` queries the payment to refund. `balance` queries the
 * accounts of the short code that pays customers. `working` queries those of the short code that
 * collects payments, if the two short codes differ.
 */
export type AttemptKind = MoneyKind | 'status' | 'receipt' | 'balance' | 'working'

/** `refused`: M-Pesa certainly moved no money by this attempt. */
export type AttemptState = 'sending' | 'accepted' | 'unknown' | 'done' | 'refused'

type Attempt = { kind: string; state: string }
type EndedAttempt = { kind: string; result_code: string | null }

/** States of money that goes out in which an attempt is open and M-Pesa may be paying. */
export const ON_ITS_WAY = ['sending', 'sent', 'unknown'] as const

export function isOnItsWay(state: string): boolean {
  return ON_ITS_WAY.some((known) => known === state)
}

/** M-Pesa receipts have ten characters, both letters and digits. */
export function looksLikeReceipt(reference: string): boolean {
  return /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10}$/i.test(reference.trim())
}

/** M-Pesa's code for a Reversal of a payment that was reversed before, by us or by Safaricom. */
export const ALREADY_REVERSED = 'R000001'

/** M-Pesa's result code of a payment for which the balance is too low. */
export const ACCOUNT_SHORT = '1'

/** The result code of an attempt for which M-Pesa never had a result. */
export const NOT_FOUND = 'not found'

/** The result code of an attempt that paid a second time and that no admin has settled yet. */
export const DUPLICATE = 'twice'

/** Number of attempts without a result after which the money needs manual review. */
export const LOST_MAX = 5

/** Whether requests of this kind move money. The other kinds are queries. */
export function movesMoney(kind: string): boolean {
  return kind === 'reversal' || kind === 'b2c' || kind === 'b2b'
}

/** The attempts to move money that ended without any result from M-Pesa. */
export function lostAttempts<T extends EndedAttempt>(attempts: readonly T[]): T[] {
  return attempts.filter(({ kind, result_code }) => movesMoney(kind) && result_code === NOT_FOUND)
}

/**
 * Returns the attempt by which the money may be on its way. The database allows one such attempt
 * (`outgoing_attempt__open`).
 */
export function openAttempt<T extends Attempt>(attempts: readonly T[]): T | undefined {
  const isOpen = (state: string) => ['sending', 'accepted', 'unknown'].includes(state)
  return attempts.findLast(({ kind, state }) => movesMoney(kind) && isOpen(state))
}

/** How often M-Pesa was queried about an attempt. */
export function countQueries(
  attempts: readonly { about: string | null }[],
  { id }: { id: string },
): number {
  return attempts.filter(({ about }) => about === id).length
}

/** The pause before the next try in ms. It doubles with each try, up to 360 times `firstMs`. */
export function backoffMs(tries: number, firstMs: number): number {
  return Math.min(360 * firstMs, firstMs * 2 ** Math.min(tries, 20))
}
