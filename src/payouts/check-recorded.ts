import type { RecordedCheck } from '../ledger/recorded-payouts.ts'
import { assert } from '../platform/assert.ts'
import type { Db } from '../platform/database/db.ts'
import { type Available, availableOf, type EventBalance } from './payout.rules.ts'
import { selectBalances } from './payouts.sql.ts'
import { beyondAvailable, payoutFrozen } from './payouts.ts'

/**
 * Throws `payout_frozen` if the event is cancelled, or if a request to cancel or reschedule it
 * waits. Throws `beyond_available` if an admin's payout would leave the organizer's events less
 * than their coming refunds. The reserve limits only requests: an admin may pay it out.
 */
export const checkRecorded: RecordedCheck = async (
  tx,
  { eventId, isCancelled, amountCents, now },
) => {
  const balances = await selectBalances(tx, eventId, now)
  const isFrozen = balances.some(({ event_id, is_frozen }) => event_id === eventId && is_frozen)
  if (isFrozen) throw payoutFrozen({ is_cancelled: isCancelled })
  const available = withoutReserve(balances, eventId, now)
  const { freeCents } = available
  if (amountCents > freeCents) throw beyondAvailable(freeCents, available)
}

/** Reads the amount, in cents, up to which `checkRecorded` lets an admin record a payout. */
export async function readRecordable(db: Db, eventId: string, now: Date): Promise<number> {
  return withoutReserve(await selectBalances(db, eventId, now), eventId, now).freeCents
}

function withoutReserve(balances: EventBalance[], eventId: string, now: Date): Available {
  const available = availableOf(balances, eventId, { reserve: 0, now })
  assert(available, `the event ${eventId} is gone`)
  return available
}
