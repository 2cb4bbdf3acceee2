import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { freezePayouts } from '../../events/payout-plan/freeze.sql.ts'
import { lastEndedDay } from '../../events/sales.rules.ts'
import { queueEmail } from '../../messages/outbox.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { noticeMissing, selectToFreeze } from './freezing.sql.ts'

/** Looks this many ms before an event's money may leave, so that no payout comes first. */
const AHEAD_MS = 3600_000

/**
 * Notices events that are over without a check-in. If such an event has more complaints than
 * PAYOUT_FREEZE_COMPLAINTS, freezes its payouts.
 */
export async function freezeDoubtful({
  db,
  env,
  clock,
}: Pick<Deps, 'db' | 'env' | 'clock'>): Promise<void> {
  const now = clock.now()
  await noticeMissing(db, lastEndedDay(now.getTime() + AHEAD_MS), now)
  for (const id of await selectToFreeze(db, { most: env.payoutFreezeComplaints, now })) {
    await inTransaction(db, async (tx) => {
      const event = await freezePayouts(tx, id, now)
      if (!event) return
      const entry = { action: 'payouts_frozen', subject: event.title, eventId: id }
      await insertAudit(tx, { accountId: null, at: now }, [entry])
      if (event.email === null) return
      await queueEmail(tx, {
        to: event.email,
        from: env.mail.from,
        replyTo: env.support.email,
        subject: `Payouts stopped: ${event.title}`,
        text: [
          `Hello,\n\nvisitors reported ${event.title}, and no ticket was checked in. Its money stays with us until we've reviewed it.`,
          'Please reply to this email and write how the event went, such as with photos or the door list.',
          `${env.publicOrigin}/organizer/events/${id}/statement`,
        ].join('\n\n'),
        dedupeKey: `payout_stopped:frozen:${id}`,
        now,
      })
    })
  }
}
