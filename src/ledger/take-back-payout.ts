import { insertAudit } from '../accounts/audit-log.sql.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { toKes } from '../platform/money.rules.ts'
import { post } from './entries.ts'
import { LedgerError } from './errors.ts'
import { takenBackMovement } from './ledger.rules.ts'
import { lockPaidEvent, type Payout, selectPayoutById } from './payouts.sql.ts'

/**
 * A payout that was recorded by mistake: the books are append-only, so its contrary is posted, and its
 * reference can be recorded anew. Once; who presses again is answered the same.
 */
export async function takeBackPayout(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, words, by }: { id: number; words: string; by: string },
): Promise<Payout> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const found = await selectPayoutById(tx, id)
    if (!found) throw new LedgerError('payout_not_found')
    const event = await lockPaidEvent(tx, found.event_id)
    if (!event) throw new LedgerError('payout_not_found')
    // Read again under the lock: another admin may have been quicker.
    const payout = (await selectPayoutById(tx, id))!
    if (payout.is_taken_back) return payout
    const { amount_cents: amountCents, reference } = payout
    await post(tx, {
      movement: takenBackMovement(id),
      kind: 'payout',
      at: now,
      reference,
      lines: [
        { account: 'organizer', eventId: event.id, amountCents: -amountCents },
        { account: 'bank', amountCents },
      ],
    })
    await insertAudit(tx, { accountId: by, at: now }, [
      {
        action: 'payout_taken_back',
        subject: event.title,
        eventId: event.id,
        after: { amount: toKes(amountCents), reference, words },
      },
    ])
    return payout
  })
}
