import { selectLatestChange } from '../../events/event-change.sql.ts'
import { isSendingOn } from '../../payments/outgoing/sending-switch.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { PayoutError } from '../errors.ts'
import { heldFact } from '../held.rules.ts'
import { accountLabel } from '../payout-account.rules.ts'
import { selectPayoutAccounts } from '../payout-accounts.sql.ts'
import { findPayout } from '../payout-requests.ts'
import { type PayoutRow, selectHeld } from '../payouts.sql.ts'
import { type OwnedEvent, readAvailable, requirePayable } from '../payouts.ts'
import type { PayoutReview } from './payout-review.contract.ts'
import {
  accountFact,
  claimsFact,
  leftFact,
  missingFacts,
  type OpenReports,
  organizerFact,
  paidBeforeFact,
  pausedFact,
  recordedFact,
  refusedBeforeFact,
  releaseFact,
  reportsFact,
  requestedFact,
  rescheduledFact,
  undecidedFact,
} from './payout-review.rules.ts'
import {
  type ReviewRow,
  selectPaidBefore,
  selectRecordedSince,
  selectRefusedBefore,
  selectReview,
} from './payout-review.sql.ts'

/** Reads the open reports about all events of the organizer of this event. */
export type ReadReports = (db: Db, eventId: string) => Promise<OpenReports>
export type ReviewDeps = Pick<Deps, 'db' | 'env' | 'clock'> & { readReports: ReadReports }

/**
 * Reads the facts for the approval of a payout, warnings first. Only admins read reports of visitors.
 * Throws `payout_not_found`, or `payout_decided` if the payout no longer waits.
 */
export async function readReview(
  deps: ReviewDeps,
  viewer: Viewer,
  id: string,
): Promise<PayoutReview> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const { payout, event } = await findPayout(tx, viewer, id)
    if (payout.state !== 'asked') throw new PayoutError('payout_decided')
    const found = await readAvailable(tx, event, now)
    const refusal = await refusalOf(deps, tx, { payout, event, now })
    const row = await selectReview(tx, id)
    const change = await selectLatestChange(tx, event.id)
    const [name, email] = [row.organizer_name, row.organizer_email]
    const facts = [
      accountFact({ words: accountLabel(payout), since: row.account_since }),
      pausedFact(await isSendingOn(tx)),
      recordedFact(await selectRecordedSince(tx, { eventId: event.id, askedAt: row.asked_at })),
      heldFact(await selectHeld(tx, event.id), now),
      ...missingFacts(found),
      undecidedFact(found),
      viewer.role === 'admin' ? reportsFact(await deps.readReports(tx, event.id)) : null,
      rescheduledFact(change, now),
      releaseFact(event, now),
      claimsFact(found),
      leftFact(found, { amountCents: payout.amount_cents, share: found.share }),
      organizerFact({ name, email, since: row.organizer_since }, now),
      refusedBeforeFact(await selectRefusedBefore(tx, event.id)),
      paidBeforeFact(await selectPaidBefore(tx, event.organizer_id)),
      requestedFact(askerOf(row), now),
    ]
    return {
      id,
      amount: toKes(payout.amount_cents),
      event_title: event.title,
      facts: facts
        .filter((fact) => fact !== null)
        .toSorted((one, other) => Number(other.is_warning) - Number(one.is_warning)),
      refusal: refusal?.message ?? null,
      instead: refusal?.code === 'beyond_available' ? await insteadOf(tx, event, now) : null,
    }
  })
}

const askerOf = (row: ReviewRow) => ({
  isOwn: row.is_own_request,
  name: row.asker_name,
  email: row.asker_email,
  at: row.asked_at,
})

/** Why an approval would be refused now. Null if it would succeed. */
async function refusalOf(
  deps: Pick<Deps, 'env'>,
  tx: Tx,
  { payout, event, now }: { payout: PayoutRow; event: OwnedEvent; now: Date },
): Promise<AppError | null> {
  const account = (await selectPayoutAccounts(tx, event.organizer_id))[0]
  if (account?.id !== payout.payout_account_id) {
    return new PayoutError('payout_account_changed')
  }
  try {
    await requirePayable(deps, tx, { event, account, amountCents: payout.amount_cents, now })
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The amount that can be requested once the event's payout that waits is refused. */
async function insteadOf(tx: Tx, event: OwnedEvent, now: Date): Promise<number | null> {
  const { availableCents } = await readAvailable(tx, event, now, { isRefused: true })
  return availableCents > 0 ? toKes(availableCents) : null
}
