import { createHash } from 'node:crypto'
import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { pageText } from '../../messages/pages.text.ts'
import { OrderError } from '../../orders/errors.ts'
import { phoneForTickets } from '../../orders/order.rules.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { within } from '../../platform/limits/limits.ts'
import { EMAIL_ERROR, readEmailAddress } from '../../platform/values/email-address.rules.ts'
import { TicketError } from '../errors.ts'
import { queueTicketEmail, queueTicketSms } from '../issuing/ticket-messages.ts'
import { emailLimits, findByNumber, resendLimit } from '../limits.ts'
import { readTicketNumber } from '../number.rules.ts'
import { selectLineOfTicket, selectPayerPhone } from '../tickets.sql.ts'
import { selectDeliveries, selectSoldLine, type TicketDelivery } from './delivery.sql.ts'
import { selectTextedTickets } from './texted-tickets.sql.ts'

/** Sends the SMS of an order or an order line again; the viewer must manage the event. */
export async function resendTickets(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const sold = isUuid(id) ? await selectSoldLine(tx, viewer, id) : undefined
    if (!sold) throw new OrderError('order_not_found')
    // A second request waits for this lock and then sees the SMS of the first.
    const order = await lockOrder(tx, sold.order_id, now)
    if (order?.state !== 'issued') throw new TicketError('no_tickets_yet')
    const buyer = phoneForTickets(order, await selectPayerPhone(tx, order.id))
    const tickets = await sendSmsAgain(tx, deps, order, { line_id: sold.line_id, buyer })
    if (tickets === 0) return
    const { code: subject, event_id: eventId } = order
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      { action: 'tickets_sent_again', subject, eventId, after: { tickets } },
    ])
  })
}

/**
 * Sends a ticket's SMS to `phone` again. Throws TicketError `no_such_ticket` if the ticket belongs
 * to another phone.
 */
export async function resendToHolder(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: string,
  ticketId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const line = await selectLineOfTicket(tx, ticketId)
    const order = line && (await lockOrder(tx, line.order_id, deps.clock.now()))
    if (!line || !order) throw new TicketError('no_such_ticket')
    const buyer = phoneForTickets(order, await selectPayerPhone(tx, order.id))
    if ((line.holder_phone ?? buyer) !== phone) throw new TicketError('no_such_ticket')
    if (order.state !== 'issued') throw new TicketError('no_tickets_yet')
    await sendSmsAgain(tx, deps, order, { line_id: line.line_id, buyer, holder: phone })
  })
}

/**
 * Queues SMS again for a locked order or one of its lines, each to the phone of the ticket. Skips
 * SMS that are queued or on their way, so that a second click sends nothing. `holder` limits the
 * tickets to this phone. Returns the number of SMS.
 */
async function sendSmsAgain(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  order: LockedOrder,
  to: { line_id: string | null; buyer: string; holder?: string },
): Promise<number> {
  const { buyer, holder, line_id } = to
  const tickets = await selectTextedTickets(tx, { order_id: order.id, line_id }, buyer)
  const due = tickets.filter(
    ({ is_under_way, phone }) => !is_under_way && phone === (holder ?? phone),
  )
  if (due.length === 0) return 0
  const phones = [...new Set(due.map(({ phone }) => phone))].sort()
  const limits = phones.map((phone) => resendLimit(deps, phone))
  await within({ ...deps, db: tx }, limits, async () => {
    for (const { texts, ticket_type, phone, ...ticket } of due) {
      const event = {
        eventTitle: order.event_title,
        location: order.event_location,
        language: order.language,
        orderId: order.id,
      }
      const text = { ...ticket, ...event, ticketType: ticket_type }
      await queueTicketSms(tx, deps, text, { phone, time: texts })
    }
  })
  return due.length
}

/** Within this time in ms, equal tickets are emailed to an address only once. */
const SAME_MS = 10 * 60_000

/**
 * Emails only tickets whose numbers the caller knows. Omits the receipt, which opens all tickets of
 * the order.
 */
export async function emailTickets(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  request: {
    tickets: [TicketDelivery, ...TicketDelivery[]]
    /** Null for the order's own address. */
    email: string | null
    address: string
  },
): Promise<void> {
  const { tickets, address } = request
  const { order_id: orderId, email: known } = tickets[0]
  const to = request.email === null ? known : readEmailAddress(request.email)
  if (to === null) refuseField('email', pageText(EMAIL_ERROR))
  const numbers = tickets.map(({ number }) => number)
  const slot = Math.floor(deps.clock.now().getTime() / SAME_MS)
  const what = createHash('sha256')
    .update([to, ...numbers].join(' '))
    .digest('hex')
  const limits = emailLimits(deps, { orderId, to, address })
  await inTransaction(deps.db, async (tx) => {
    await within({ ...deps, db: tx }, limits, () =>
      queueTicketEmail(tx, deps, orderId, { to, numbers, key: `asked:${what}:${slot}` }),
    )
  })
}

type FindDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'>

/**
 * Finds tickets of a single order by number. Throws TicketError `no_such_ticket`; wrong numbers
 * count as misses.
 */
export async function findDeliveries(
  deps: FindDeps,
  request: { numbers: readonly string[]; address: string },
): Promise<[TicketDelivery, ...TicketDelivery[]]> {
  const numbers = request.numbers.flatMap((typed) => readTicketNumber(typed) ?? [])
  const find = async () => {
    const [first, ...others] = await selectDeliveries(deps.db, numbers)
    // Refuses numbers of different orders, because their buyers may differ.
    if (!first || others.some(({ order_id }) => order_id !== first.order_id)) return null
    return [first, ...others] as [TicketDelivery, ...TicketDelivery[]]
  }
  return await findByNumber(deps, { address: request.address, miss: 'no_such_ticket', find })
}
