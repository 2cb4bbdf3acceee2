import type { RecordedCheck } from '../ledger/recorded-payouts.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { selectClaims } from './claims.sql.ts'
import { PayoutError } from './errors.ts'
import { beyondAvailable } from './payouts.ts'

/**
 * Throws `payout_frozen` if the event was cancelled, and `beyond_available` if a payout that an admin records would leave the event less than refund
 * links may claim. The reserve binds requests only: an admin may pay it out.
 */
export const checkRecorded: RecordedCheck = async (
  tx,
  { eventId, isCancelled, amountCents, owedCents, now },
) => {
  if (isCancelled) throw new PayoutError('payout_frozen')
  const { cents, until } = await selectClaims(tx, eventId, now)
  if (cents === 0 || until === null || amountCents <= owedCents - cents) return
  const leftCents = Math.max(0, owedCents - cents)
  throw beyondAvailable(leftCents, { cents, until: nairobiDate(until) })
}
