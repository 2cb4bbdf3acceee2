import { isChangeRunning } from '../../events/days/cancelled-days.sql.ts'
import type { EventChange } from '../../events/event-change.sql.ts'
import { queueEmail, queueSms } from '../../messages/outbox.ts'
import { phoneForTickets } from '../../orders/order.rules.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { pathPrefix } from '../../platform/values/language.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { dueBy } from '../business-days.rules.ts'
import { dayCancelledEmail, passSms } from '../cancellation/cancellation.rules.ts'
import { type DayTicket, selectDayTickets } from '../cancellation/day-tickets.sql.ts'
import { takeBackDay } from '../cancellation/take-back-day.ts'
import { selectRefundFacts } from '../refunds.sql.ts'
import { newLinkToken } from './link-token.ts'
import { queueMovedEmail } from './queue-moved-email.ts'
import { selectBuyer, takeLink } from './refund-link.sql.ts'
import { complimentaryMovedSms, movedSms, ticketMovedSms } from './reschedule-messages.rules.ts'

type NotifyDeps = Pick<Deps, 'env' | 'clock'>
type Notice = { change: EventChange; orderId: string }

/**
 * Notifies the buyer of an order, and the holders of its transferred tickets, that a day has moved.
 * Holders of the day's tickets, and of passes if the organizer chose so, get a link to request a
 * refund.
 */
export async function notifyOfMovedDay(
  tx: Tx,
  deps: NotifyDeps,
  { change, orderId }: Notice,
): Promise<void> {
  const tickets = await selectDayTickets(tx, orderId, change.day!)
  // The order has no tickets yet. The job will call this function again.
  if (tickets.length === 0) return
  const write = (facts: Written) => {
    const moved = { ...facts, old: change.old, now: change.new, isDay: true }
    if (!facts.refund) return complimentaryMovedSms(moved)
    return (facts.isSent ? ticketMovedSms : movedSms)({ ...moved, ...facts.refund })
  }
  const { buyer, refund } = await sendEach(tx, deps, { change, orderId, tickets, write })
  const now = deps.clock.now()
  await queueMovedEmail(tx, deps.env, { change, buyer: { ...buyer, orderId }, refund, now })
}

/**
 * Takes back the tickets of an order that were only for a cancelled day, and notifies the holders of
 * its passes, which stay valid for the other days. Leaves the order while an admin has paused this.
 */
export async function notifyOfCancelledDay(
  tx: Tx,
  deps: NotifyDeps,
  { change, orderId }: Notice,
): Promise<void> {
  if (!(await isChangeRunning(tx, change.id))) return
  const now = deps.clock.now()
  const [n, date] = [change.day!, change.old.date]
  const { refundId, areTaken } = await takeBackDay(tx, { orderId, n, date, now })
  const tickets = await selectDayTickets(tx, orderId, n)
  if (tickets.length === 0 && !areTaken) return
  const write = (facts: Written) => passSms({ ...facts, day: date })
  const { buyer, refund } = await sendEach(tx, deps, { change, orderId, tickets, write })
  if (buyer.email === null) return
  const { mail, support } = deps.env
  const cents = refundId === null ? 0 : (await selectRefundFacts(tx, refundId)).amount_cents
  await queueEmail(tx, {
    ...dayCancelledEmail({
      ...{ language: buyer.language, eventTitle: change.title, imageKey: change.image_key },
      ...{ amountKes: toKes(cents), code: buyer.code, by: dueBy(nairobiDate(now)) },
      ...{ day: date, lost: areTaken, kept: tickets.length > 0, refund },
      ...{ supportEmail: support.email, supportPhone: support.phone },
    }),
    ...{ to: buyer.email, from: mail.from, replyTo: support.email, orderId, now },
    dedupeKey: `moved:${change.id}:${orderId}:email`,
  })
}

type Refund = { until: string; link: string }
type Written = {
  language: Awaited<ReturnType<typeof selectBuyer>>['language']
  eventTitle: string
  refund: Refund | null
  /** Whether the ticket was transferred, so that a refund goes to its buyer. */
  isSent: boolean
}
type Each = Notice & { tickets: readonly DayTicket[]; write: (facts: Written) => string }

/** Queues an SMS to the buyer and to each holder. Returns the refund that the buyer may request. */
async function sendEach(
  tx: Tx,
  { env, clock }: NotifyDeps,
  { change, orderId, tickets, write }: Each,
) {
  const now = clock.now()
  const buyer = await selectBuyer(tx, orderId)
  const phone = phoneForTickets(buyer, buyer.payer)
  const isFreed = (ticket: DayTicket) =>
    !buyer.is_free && ticket.is_askable && (change.frees_passes || ticket.is_day_only)
  const refundOf = async (ticketId: string | null): Promise<Refund> => {
    const token = await takeLink(tx, { orderId, ticketId, token: newLinkToken(), now })
    return { until: nairobiDate(change.request_until), link: `${env.publicOrigin}/r/${token}` }
  }
  const send = async (to: string, key: string, facts: Pick<Written, 'refund' | 'isSent'>) => {
    const { language } = buyer
    const body = write({ language, eventTitle: change.title, ...facts })
    const dedupeKey = `moved:${change.id}:${orderId}${key}` as const
    await queueSms(tx, { phone: to, orderId, body, dedupeKey, now })
  }
  const own = tickets.filter(({ holder_phone: to }) => to === null || to === phone)
  const refund = own.some(isFreed) ? await refundOf(null) : null
  if (tickets.length > 0) await send(phone, '', { refund, isSent: false })
  for (const ticket of tickets) {
    const { holder_phone: to, created_at: at } = ticket
    if (to === null || to === phone || at > change.announced_at) continue
    const its = isFreed(ticket) ? await refundOf(ticket.id) : null
    await send(to, `:${ticket.id}`, { refund: its, isSent: true })
  }
  const page = refund && {
    ...refund,
    link: refund.link.replace('/r/', `${pathPrefix(buyer.language)}/r/`),
  }
  return { buyer, refund: page }
}
