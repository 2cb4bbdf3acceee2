import { Type } from 'typebox'
import { nullable } from '../platform/platform.contract.ts'

/** Where an order that is not settled stands, for the page that waits. */
export const OrderPhase = Type.Union([
  /** Waits for its turn to be prompted. */
  Type.Literal('in_line'),
  /** The prompt is on the phone, or on its way. */
  Type.Literal('prompted'),
  /** Silent for 100 s or paid in a way that is still being looked at: do not pay again. */
  Type.Literal('confirming'),
  /** Paid; the tickets are being made. */
  Type.Literal('issuing'),
])
export type OrderPhase = Type.Static<typeof OrderPhase>

export const PendingOrder = Type.Object({
  status: Type.Literal('pending'),
  order_id: Type.String(),
  message: Type.String(),
  phase: OrderPhase,
  /** Seconds that the prompt may still be answered; null unless it is on the phone. */
  seconds_left: nullable(Type.Integer()),
  /** What is being paid, for a waiting page that was opened by its address alone. */
  transaction: Type.Object({
    event_id: Type.String(),
    event_title: Type.String(),
    amount: Type.Integer(),
    phone: Type.String(),
  }),
})
export type PendingOrder = Type.Static<typeof PendingOrder>

const ticket = {
  ticket_number: Type.String(),
  ticket_type: Type.String(),
  quantity: Type.Integer(),
}

export const OrderTicket = Type.Object({ ...ticket, gate: Type.String() })
export type OrderTicket = Type.Static<typeof OrderTicket>

export const SettledOrder = Type.Object({
  /** '0' is paid with tickets; the others say why not. */
  status: Type.Union([
    Type.Literal('0'),
    Type.Literal('failed'),
    Type.Literal('expired'),
    Type.Literal('refund_due'),
    Type.Literal('refunded'),
  ]),
  message: Type.String(),
  order_id: Type.String(),
  /** The M-Pesa receipt; '' while M-Pesa has proved the payment but not yet named it. */
  rrn: Type.String(),
  /** M-Pesa's result code, or a word of ours, where the payment failed. */
  result_code: Type.Optional(Type.String()),
  /** True while POST /api/orders/{id}/prompts may send one more prompt. */
  can_retry: Type.Boolean(),
  transaction: Type.Object({
    id: Type.String(),
    event_id: Type.String(),
    event_title: Type.String(),
    amount: Type.Integer(),
    phone: Type.String(),
    tickets: Type.Array(OrderTicket),
  }),
})
export type SettledOrder = Type.Static<typeof SettledOrder>

export type OrderReply = PendingOrder | SettledOrder

export const MetadataReply = Type.Object({
  gate: Type.String(),
  ticket_type: Type.String(),
  quantity: Type.Integer(),
})
export type MetadataReply = Type.Static<typeof MetadataReply>

/** What the ticket page shows; read by its loader. */
export const TicketReply = Type.Object({
  ...OrderTicket.properties,
  state: Type.Union([Type.Literal('valid'), Type.Literal('used'), Type.Literal('void')]),
  event_id: Type.String(),
  event_title: Type.String(),
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
})
export type TicketReply = Type.Static<typeof TicketReply>

/** The M-Pesa receipt as the buyer reads it; any case, spaces around it are fine. */
export const TicketLookupRequest = Type.Object({ reference: Type.String({ maxLength: 100 }) })
export type TicketLookupRequest = Type.Static<typeof TicketLookupRequest>

/** `ticket_number` is the first of `tickets`. A phone may be shared: no number, no address. */
export const TicketLookupReply = Type.Object({
  ticket_number: Type.String(),
  tickets: Type.Array(Type.Object(ticket)),
})
export type TicketLookupReply = Type.Static<typeof TicketLookupReply>

/** A row of the transactions, or an order. */
export const ResendRequest = Type.Object({ transactionId: Type.String({ maxLength: 100 }) })
export type ResendRequest = Type.Static<typeof ResendRequest>

export const ResendReply = Type.Object({ success: Type.Literal(true) })
export type ResendReply = Type.Static<typeof ResendReply>
