import { hasSmsCapacity, queueSms } from '../../messages/outbox.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { askingSms } from './asking-sms.rules.ts'
import { areRemindersWaiting, endReminders, lockWaiting, selectAsking } from './reminding.sql.ts'

/** Small, because SMS about sales go through the same gateway. */
const PAGE = 100
/** Hours in Nairobi between which these SMS are sent. At other times they would wake people up. */
const FROM_HOUR = 8
const UNTIL_HOUR = 21

/**
 * Sends the reminders that organizers requested, one for each ticket, even if a sweep crashes or
 * two sweeps run at the same time. A holder who answers before the sweep gets no reminder.
 */
export async function remindToAnswer({
  db,
  clock,
  env,
}: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<void> {
  const now = clock.now()
  const hour = Number(nairobiDateTime(now).slice(11, 13))
  if (hour < FROM_HOUR || hour >= UNTIL_HOUR) return
  if (!(await isDue(db, areRemindersWaiting)) || !(await hasSmsCapacity(db))) return
  await inTransaction(db, async (tx) => {
    const ids = await lockWaiting(tx, PAGE)
    if (ids.length === 0) return
    for (const ticket of await selectAsking(tx, ids, now)) {
      const { id, phone, order_id: orderId, language, title, count, number } = ticket
      const body = askingSms({ language, title, count, link: `${env.publicOrigin}/t/${number}` })
      await queueSms(tx, { phone, orderId, body, dedupeKey: `answers_due:${id}`, now })
    }
    await endReminders(tx, ids, now)
  })
}
