import { auditEvent } from '../accounts/audit-log.sql.ts'
import { EventError } from '../events/errors.ts'
import { requireReleased } from '../events/payout-plan/money-held.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { formatExactKes } from '../ui/office/formats.rules.ts'
import { post } from './entries.ts'
import { LedgerError } from './errors.ts'
import { payoutLines } from './ledger.rules.ts'
import { findRecorded, type Reversal, recordOnce, takeBackRecorded } from './recorded-entries.ts'
import {
  lockPaidEvent,
  type RecordedPayout,
  selectOwedCents,
  selectPayout,
  selectPayoutById,
} from './recorded-payouts.sql.ts'

/**
 * Throws if the amount must stay in the event's balance. Provided by the room `payouts`, because
 * the ledger may not read its tables. The organizer's events are locked, and Lango owes the amount.
 */
export type RecordedCheck = (
  tx: Tx,
  payout: { eventId: string; isCancelled: boolean; amountCents: number; now: Date },
) => Promise<void>

type NewPayout = { eventId: string; amountCents: number; reference: string; by: string }

export type RecordDeps = Pick<Deps, 'db' | 'clock'> & { checkRecorded: RecordedCheck }

/**
 * Records a payout to an event's organizer. A repeated call with the same reference, event and
 * amount returns the recorded payout. Throws payout_recorded if the reference was recorded with
 * another event or amount, money_held, payouts_frozen, beyond_owed if the amount is more than
 * Lango owes, and the errors of `checkRecorded`.
 */
export async function recordPayout(
  { db, clock, checkRecorded }: RecordDeps,
  { eventId, amountCents, reference, by }: NewPayout,
): Promise<RecordedPayout> {
  const now = clock.now()
  return await recordOnce(() =>
    inTransaction(db, async (tx) => {
      const event = await lockPaidEvent(tx, eventId)
      if (!event) throw new EventError('event_not_found')
      const { recorded, movement } = await findRecorded('payout', reference, (name) =>
        selectPayout(tx, name),
      )
      if (recorded) return sameOrRefused(recorded, { eventId: event.id, amountCents })
      requireReleased(event, now)
      const owed = await selectOwedCents(tx, event.id)
      if (amountCents > owed) throw beyondOwed(owed)
      const isCancelled = event.cancelled_at !== null
      await checkRecorded(tx, { eventId: event.id, isCancelled, amountCents, now })
      await post(tx, {
        movement,
        kind: 'payout',
        at: now,
        reference,
        heldUntil: event.held_until,
        lines: payoutLines(event.id, amountCents),
      })
      const after = { amount: toKes(amountCents), reference }
      const entry = { action: 'payout_recorded', after, now }
      await auditEvent(tx, { accountId: by }, event, entry)
      return (await selectPayout(tx, movement))!
    }),
  )
}

function sameOrRefused(
  recorded: RecordedPayout,
  wanted: { eventId: string; amountCents: number },
): RecordedPayout {
  if (recorded.event_id !== wanted.eventId) {
    const text = 'A payout with this reference is already recorded for another event.'
    throw new LedgerError('payout_recorded', { text })
  }
  if (recorded.amount_cents !== wanted.amountCents) {
    const amount = formatExactKes(toKes(recorded.amount_cents))
    const text = `A payout with this reference is already recorded: ${amount}.`
    throw new LedgerError('payout_recorded', { text })
  }
  return recorded
}

function beyondOwed(owedCents: number): LedgerError {
  const owed = toKes(Math.max(owedCents, 0))
  const text =
    owed > 0
      ? `Only ${formatExactKes(owed)} is due to the organizer of this event.`
      : 'Nothing is due to the organizer of this event.'
  return new LedgerError('beyond_owed', { text, details: { owed } })
}

/**
 * Reverses a payout that was recorded by mistake, so that the amount is owed again. Returns the
 * payout.
 */
export async function takeBackPayout(
  deps: Pick<Deps, 'db' | 'clock'>,
  reversal: Reversal,
): Promise<RecordedPayout> {
  return await takeBackRecorded(deps, reversal, {
    name: 'payout',
    select: selectPayoutById,
    contrary: ({ event_id, amount_cents }) => payoutLines(event_id, -amount_cents),
    about: ({ event_id: eventId, event_title: subject }) => ({ subject, eventId }),
  })
}
