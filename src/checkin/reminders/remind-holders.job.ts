import { noteReminded } from '../../events/entry-rules.sql.ts'
import { hasSmsCapacity, queueSms } from '../../messages/outbox.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { remindedDay, reminderEnd, reminderSms } from './reminder.rules.ts'
import { lockEventsToRemind, selectToRemind } from './reminders.sql.ts'

/** Reminders per batch. Small, because SMS about sales go through the same gateway. */
const PAGE = 100

/** Sends one reminder for each ticket, even if a sweep crashes or two run at the same time. */
export async function remindHolders({
  db,
  clock,
  env,
}: Pick<Deps, 'db' | 'clock' | 'env'>): Promise<void> {
  const now = clock.now()
  const day = remindedDay(now)
  if (day === null || !(await hasSmsCapacity(db))) return
  const notAfter = reminderEnd(day)
  await inTransaction(db, async (tx) => {
    let room = PAGE
    for (const eventId of await lockEventsToRemind(tx, day)) {
      const tickets = await selectToRemind(tx, { eventId, day, now }, room)
      for (const { ticket_id, order_id, phone, title, time, number, ...ticket } of tickets) {
        const body = reminderSms({
          ...ticket,
          eventTitle: title,
          time: time.slice(0, 5),
          ticketNumber: number,
          link: `${env.publicOrigin}/t/${number}`,
        })
        const dedupeKey = `reminder:${ticket_id}:${day}` as const
        await queueSms(tx, { phone, orderId: order_id, body, dedupeKey, now, notAfter })
      }
      room -= tickets.length
      if (room === 0) return
      assert(await noteReminded(tx, eventId, day), 'the rules of an event under lock are gone')
    }
  })
}
