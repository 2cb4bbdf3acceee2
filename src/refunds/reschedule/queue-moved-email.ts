import { eventCalendar } from '../../events/calendar.rules.ts'
import type { EventChange } from '../../events/event-change.sql.ts'
import { queueEmail } from '../../messages/outbox.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { selectBuyer } from './refund-link.sql.ts'
import { movedEmail } from './reschedule-messages.rules.ts'

type Mailed = {
  change: EventChange
  buyer: Pick<Awaited<ReturnType<typeof selectBuyer>>, 'email' | 'language'> & { orderId: string }
  refund: { until: string; link: string } | null
  now: Date
}

/** Queues the email about a moved event or day, if the buyer has an email address. */
export async function queueMovedEmail(
  tx: Tx,
  env: Deps['env'],
  { change, buyer: { email, language, orderId }, refund, now }: Mailed,
): Promise<void> {
  if (email === null) return
  const isDay = change.day !== null
  await queueEmail(tx, {
    ...movedEmail({
      language,
      eventTitle: change.title,
      old: change.old,
      now: change.new,
      isDay,
      imageKey: change.image_key,
      refund,
      supportEmail: env.support.email,
      supportPhone: env.support.phone,
    }),
    ...(!isDay && { calendar: calendarOf(change, env.publicOrigin) }),
    to: email,
    from: env.mail.from,
    replyTo: env.support.email,
    dedupeKey: `moved:${change.id}:${orderId}:email`,
    orderId,
    now,
  })
}

/** The calendar entry with the new schedule. */
function calendarOf(change: EventChange, origin: string): string {
  const event = { ...change.new, id: change.event_id, title: change.title, description: '' }
  return eventCalendar({ ...event, cancelled_at: null, updated_at: change.announced_at }, origin)
}
