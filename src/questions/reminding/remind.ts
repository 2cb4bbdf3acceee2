import { auditEvent } from '../../accounts/audit-log.sql.ts'
import { lockOwnEvent } from '../../events/check-event.ts'
import { spend } from '../../messages/budget/budget.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { QuestionError } from '../errors.ts'
import { insertReminders } from './reminding.sql.ts'

/**
 * Queues a reminder for each ticket that lacks an answer and was not reminded before. Returns their
 * number. Throws event_not_found, nobody_to_remind, or too_many_requests.
 */
export async function remindHoldersOf(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  eventId: string,
): Promise<number> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const after = await insertReminders(tx, event.id, now)
    if (after === 0) throw new QuestionError('nobody_to_remind')
    await auditEvent(tx, viewer, event, { action: 'answers_reminded', after, now })
    const organizerId = event.organizer_id ?? event.id
    await spend(tx, { env, clock }, viewer, { budget: 'reminders', organizerId })
    return after
  })
}
