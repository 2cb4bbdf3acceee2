import type { Deps } from '../platform/database/deps.ts'
import { payoutLines } from './ledger.rules.ts'
import { type Payout, selectPayoutById } from './payouts.sql.ts'
import { takeBackRecorded } from './take-back-recorded.ts'

/** Reverses a payout that was recorded by mistake, so that the amount is owed again. */
export async function takeBackPayout(
  deps: Pick<Deps, 'db' | 'clock'>,
  asked: { id: number; words: string; by: string },
): Promise<Payout> {
  return await takeBackRecorded(deps, asked, {
    name: 'payout',
    select: selectPayoutById,
    contrary: ({ event_id, amount_cents }) => payoutLines(event_id, -amount_cents),
    about: ({ event_id: eventId, event_title: subject }) => ({ subject, eventId }),
  })
}
