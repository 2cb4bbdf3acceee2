import { DEFAULT_GATE } from '../../src/events/event.rules.ts'
import { refundDueSms, ticketSms } from '../../src/messages/sms.rules.ts'
import type { Entry } from './entries.ts'
import { MINUTE_MS, type SaleEvent } from './sale-event.ts'
import type { SampleSale, SoldTicket } from './sales.ts'

// What was drawn, as the rows that the same purchases would have left. Instants go to the database
// as text.

const instant = (at: number) => new Date(at).toISOString()

const HOLD_MS = 5 * MINUTE_MS
const HOLD_MAX_MS = 10 * MINUTE_MS

type OrderStep = [from: string | null, to: string, cause: string, at: number]

function orderSteps(sale: SampleSale): OrderStep[] {
  const { placedAt, paidAt, dueAt, backAt, fate } = sale
  const isLate = fate === 'late'
  const end = placedAt + HOLD_MAX_MS
  const sold: OrderStep[] = isLate
    ? [['pending', 'expired', 'hold ended', end]]
    : [
        ['pending', 'paid', 'payment callback', paidAt],
        ['paid', 'issued', 'tickets', paidAt + 400],
      ]
  const from = isLate ? 'expired' : 'issued'
  return [
    [null, 'pending', 'placed', placedAt],
    ...sold,
    ...(dueAt === null ? [] : [[from, 'refund_due', isLate ? 'no_capacity' : 'refund', dueAt]]),
    ...(backAt === null ? [] : [['refund_due', 'refunded', 'refund', backAt]]),
  ] as OrderStep[]
}

export function orderRows(sale: SampleSale) {
  const steps = orderSteps(sale)
  const [, state, , updatedAt] = steps.at(-1)!
  const isLate = sale.fate === 'late'
  const order = {
    id: sale.id,
    code: sale.code,
    event_id: sale.event.id,
    state,
    phone: sale.phone,
    email: sale.email,
    amount_cents: sale.amountKes * 100,
    request_fingerprint: 'sample',
    attempt: 1,
    failure_code: isLate ? 'no_capacity' : null,
    created_at: instant(sale.placedAt),
    updated_at: instant(updatedAt),
    paid_at: instant(sale.paidAt),
    issued_at: isLate ? null : instant(sale.paidAt + 400),
  }
  const hold = {
    order_id: sale.id,
    state: sale.fate === 'kept' ? 'sold' : 'released',
    expires_at: instant(sale.placedAt + HOLD_MS),
    ends_at: instant(sale.placedAt + HOLD_MAX_MS),
    updated_at: instant(isLate ? sale.placedAt + HOLD_MAX_MS : (sale.dueAt ?? sale.paidAt)),
  }
  const lines = sale.lines.map(({ id, type, quantity, amountKes }, position) => ({
    id,
    order_id: sale.id,
    ticket_type_id: type.id,
    position,
    quantity,
    price_cents: type.priceCents,
    amount_cents: amountKes * 100,
  }))
  const events = steps.map(([from_state, to_state, cause, at]) => ({
    order_id: sale.id,
    from_state,
    to_state,
    cause,
    at: instant(at),
  }))
  return { order, hold, lines, events }
}

type PaymentStep = {
  from: string | null
  to: string
  use?: string
  cause: string
  detail?: object
  at: number
}

function paymentSteps(sale: SampleSale): PaymentStep[] {
  const { placedAt, paidAt, dueAt, backAt, amountKes, payment } = sale
  const isLate = sale.fate === 'late'
  const use = isLate ? 'refund_due' : 'sale'
  const detail = { receipt: payment.receipt, amount_cents: amountKes * 100 }
  const cause = isLate ? 'pull' : 'callback'
  const unknownAt = placedAt + 2 * MINUTE_MS
  const silent = { from: 'prompted', to: 'unknown', cause: 'silence', at: unknownAt }
  const again = { from: 'confirmed', to: 'confirmed', cause: 'refund' }
  return [
    { from: null, to: 'created', cause: 'order', at: placedAt + 20 },
    { from: 'created', to: 'prompting', cause: 'push', at: placedAt + 40 },
    { from: 'prompting', to: 'prompted', cause: 'push', at: placedAt + 900 },
    ...(isLate ? [silent] : []),
    { from: isLate ? 'unknown' : 'prompted', to: 'confirmed', use, cause, at: paidAt },
    { from: 'confirmed', to: 'confirmed', use, cause, detail, at: paidAt },
    ...(dueAt === null || isLate ? [] : [{ ...again, use: 'refund_due', at: dueAt }]),
    ...(backAt === null ? [] : [{ ...again, use: 'refunded', at: backAt }]),
  ]
}

export function paymentRows(sale: SampleSale) {
  const { payment, paidAt, placedAt } = sale
  const steps = paymentSteps(sale)
  const row = {
    id: payment.id,
    order_id: sale.id,
    attempt: 1,
    state: 'confirmed',
    use: steps.at(-1)!.use,
    phone: sale.phone,
    amount_cents: sale.amountKes * 100,
    confirmed_amount_cents: sale.amountKes * 100,
    callback_token: payment.token,
    merchant_request_id: `${payment.prompt.slice(0, 5)}-sample`,
    checkout_request_id: `ws_CO_${payment.prompt}`,
    result_code: '0',
    settled_by: sale.fate === 'late' ? 'pull' : 'callback',
    mpesa_receipt: payment.receipt,
    created_at: instant(placedAt + 20),
    prompting_at: instant(placedAt + 40),
    prompted_at: instant(placedAt + 900),
    confirmed_at: instant(paidAt),
    updated_at: instant(steps.at(-1)!.at),
    query_count: 0,
  }
  const events = steps.map(({ from, to, use = null, cause, detail = null, at }) => ({
    payment_id: payment.id,
    from_state: from,
    to_state: to,
    use,
    cause,
    detail,
    at: instant(at),
  }))
  return { payment: row, events }
}

/** `admitted`: people let in, by the id of the ticket. */
export function ticketRows(sale: SampleSale, admitted: Map<string, number>) {
  return sale.lines.flatMap((line) =>
    line.tickets.map((ticket) => {
      const inside = admitted.get(ticket.id) ?? 0
      const state = sale.fate === 'kept' ? (inside === ticket.admits ? 'used' : 'valid') : 'void'
      return {
        id: ticket.id,
        number: ticket.number,
        order_id: sale.id,
        order_line_id: line.id,
        part: ticket.part,
        event_id: sale.event.id,
        ticket_type_id: line.type.id,
        gate_id: ticket.gate?.id ?? null,
        admits: ticket.admits,
        admitted: inside,
        state,
        created_at: instant(sale.paidAt + 400),
      }
    }),
  )
}

export function messageRows(sale: SampleSale, publicOrigin: string) {
  const told = (id: string, body: string, about: string, at: number) => ({
    id,
    channel: 'sms',
    recipient: sale.phone,
    body,
    dedupe_key: about,
    state: 'delivered',
    provider_message_id: `ATXid_${id.replaceAll('-', '')}`,
    provider_status: 'Success',
    attempts: 1,
    resent: 0,
    sending_at: instant(at + 300),
    sent_at: instant(at + 800),
    created_at: instant(at),
    updated_at: instant(at + 4000),
  })
  const tickets = sale.lines.flatMap((line) => line.tickets)
  const texts = tickets.map((ticket) =>
    told(ticket.id, textOf(sale.event, ticket, publicOrigin), `ticket:${ticket.id}`, sale.paidAt),
  )
  if (sale.dueAt === null) return texts
  const { payment, amountKes, code } = sale
  const due = refundDueSms({ eventTitle: sale.event.title, amountKes, code })
  return [...texts, told(payment.id, due, `refund_due:${payment.id}`, sale.dueAt)]
}

function textOf(event: SaleEvent, ticket: SoldTicket, publicOrigin: string): string {
  return ticketSms({
    eventTitle: event.title,
    ticketType: ticket.typeName,
    quantity: ticket.admits,
    gate: ticket.gate?.name ?? DEFAULT_GATE,
    ticketNumber: ticket.number,
    link: `${publicOrigin}/t/${ticket.number}`,
  })
}

export function checkInRow(entry: Entry) {
  return {
    id: entry.id,
    event_id: entry.event.id,
    gate_id: entry.gate?.id ?? null,
    ticket_number: entry.ticketNumber,
    ticket_id: entry.ticketId,
    result: entry.result,
    reason: entry.reason,
    asked: entry.asked,
    admits: entry.admits,
    left_after: entry.left,
    method: entry.method,
    validator_id: entry.event.validatorId,
    nonce: entry.nonce,
    at: instant(entry.at),
  }
}
