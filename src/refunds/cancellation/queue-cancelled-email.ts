import { eventCalendar } from '../../events/calendar.rules.ts'
import { queueEmail } from '../../messages/outbox.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { dueBy } from '../business-days.rules.ts'
import { cancelledEmail } from './cancellation.rules.ts'
import { selectCancelledOrder } from './cancellation.sql.ts'

/** Queues the email about the cancelled event, if the order has an email address. */
export async function queueCancelledEmail(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  orderId: string,
): Promise<void> {
  const order = await selectCancelledOrder(tx, orderId)
  if (order.email === null) return
  const { mail, support } = deps.env
  await queueEmail(tx, {
    ...cancelledEmail({
      language: order.language as Language,
      eventTitle: order.title,
      imageKey: order.image_key,
      amountKes: toKes(order.amount_cents ?? 0),
      code: order.code,
      by: dueBy(nairobiDate(deps.clock.now())),
      supportEmail: support.email,
      supportPhone: support.phone,
    }),
    // The attachment cancels the event's entry in the buyer's calendar.
    calendar: eventCalendar(
      { ...order, id: order.event_id, time: order.time.slice(0, 5) },
      deps.env.publicOrigin,
    ),
    to: order.email,
    from: mail.from,
    replyTo: support.email,
    dedupeKey: `cancelled:${order.id}`,
    orderId: order.id,
    now: deps.clock.now(),
  })
}
