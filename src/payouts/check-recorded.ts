import type { RecordedCheck } from '../ledger/recorded-payouts.ts'
import { assert } from '../platform/assert.ts'
import { PayoutError } from './errors.ts'
import { availableOf } from './payout.rules.ts'
import { selectBalances } from './payouts.sql.ts'
import { beyondAvailable } from './payouts.ts'

/**
 * Throws `payout_frozen` if the event is cancelled, and `beyond_available` if a payout that an admin
 * records would leave the organizer's events less than their coming refunds. The reserve binds
 * requests only: an admin may pay it out, also while a request to cancel or reschedule the event
 * waits.
 */
export const checkRecorded: RecordedCheck = async (
  tx,
  { eventId, isCancelled, amountCents, now },
) => {
  if (isCancelled) throw new PayoutError('payout_frozen')
  const balances = await selectBalances(tx, eventId, now)
  const paidNow = balances.map((one) =>
    one.event_id === eventId ? { ...one, is_frozen: false } : one,
  )
  const available = availableOf(paidNow, eventId, { reserve: 0, now })
  assert(available, `the event ${eventId} is gone`)
  const { freeCents } = available
  if (amountCents > freeCents) throw beyondAvailable(freeCents, available)
}
