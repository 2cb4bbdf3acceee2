import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../platform/values/email-address.rules.ts'
import { OrderTicket, RefundNote } from '../tickets/tickets.contract.ts'

export const OrderRequest = Type.Object(
  {
    /** Made by the client, stored before it asks; the same id again is the same order. */
    orderId: Type.Optional(
      Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
    ),
    phoneNumber: Type.String({ maxLength: 40 }),
    /** Shillings: the exact sum of the lines, or what would be charged. Only compared. */
    amount: Type.Number(),
    eventId: Type.String({ maxLength: 100 }),
    tickets: Type.Array(
      Type.Object(
        {
          ticketTypeId: Type.String({ maxLength: 100 }),
          quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
          /** Price times quantity, in shillings. Only compared. */
          amount: Type.Number(),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 8 },
    ),
    email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
    /** To pay by hand from the start: no prompt is sent. */
    payBy: Type.Optional(Type.Union([Type.Literal('prompt'), Type.Literal('paybill')])),
    /** What the buyer reads: messages about the order come in it. English where it is left out. */
    language: Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('sw')])),
  },
  { additionalProperties: false },
)
export type OrderRequest = Type.Static<typeof OrderRequest>

/** What is typed on the phone to pay an order by hand: 'Lipa na M-PESA', 'Paybill'. */
export const Paybill = Type.Object({
  business: Type.String(),
  account: Type.String(),
  /** Shillings: exactly these. */
  amount: Type.Integer(),
})
export type Paybill = Type.Static<typeof Paybill>

/** Where an order may be paid by hand; absent where it may not, or not now. */
const ByHand = {
  paybill: Type.Optional(Paybill),
  /** Till then the tickets are set aside for it. */
  pay_until: Type.Optional(Type.String()),
}

export const PromptRequest = Type.Object(
  {
    /** Another number than the order's. */
    phoneNumber: Type.Optional(Type.String({ maxLength: 40 })),
    /** Another e-mail address than the order's; null or empty for none, absent to leave it. */
    email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
  },
  { additionalProperties: false },
)
export type PromptRequest = Type.Static<typeof PromptRequest>

/** The number that the order's prompt is to go to; the same again changes nothing. */
export const PhoneRequest = Type.Object(
  { phoneNumber: Type.String({ maxLength: 40 }) },
  { additionalProperties: false },
)
export type PhoneRequest = Type.Static<typeof PhoneRequest>

/** Where an order that is not settled stands, for the page that waits. */
export const OrderPhase = Type.Union([
  /** Waits to be paid by hand, under its code. */
  Type.Literal('by_hand'),
  /** Waits for its turn to be prompted. */
  Type.Literal('in_line'),
  /** The prompt is on the phone, or on its way. */
  Type.Literal('prompted'),
  /** The prompt's 60 s are over, and M-Pesa is asked what came of it. */
  Type.Literal('checking'),
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
  /** What is left of the prompt's 60 s; null unless it is on the phone. */
  seconds_left: nullable(Type.Integer()),
  /** By what the buyer knows it on the phone: who is paid, and the account number. */
  prompt: Type.Object({ business: Type.String(), account: Type.String() }),
  /** Masked: the number that is prompted once this prompt has ended; null if there is none. */
  next_phone: nullable(Type.String()),
  /** Seconds until another number may be offered; null while money is being looked at. */
  other_phone_in: nullable(Type.Integer()),
  ...ByHand,
  /** What is being paid, for a waiting page that was opened by its address alone. */
  transaction: Type.Object({
    event_id: Type.String(),
    event_title: Type.String(),
    amount: Type.Integer(),
    phone: Type.String(),
  }),
})
export type PendingOrder = Type.Static<typeof PendingOrder>

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
  /** What goes back of it, or went; null where nothing does. */
  refund: nullable(RefundNote),
  /** True while POST /api/orders/{id}/prompts may send one more prompt. */
  can_retry: Type.Boolean(),
  ...ByHand,
  transaction: Type.Object({
    id: Type.String(),
    event_id: Type.String(),
    event_title: Type.String(),
    /** YYYY-MM-DD and HH:MM in Nairobi. */
    event_date: Type.String(),
    event_time: Type.String(),
    event_location: Type.String(),
    amount: Type.Integer(),
    phone: Type.String(),
    tickets: Type.Array(OrderTicket),
  }),
})
export type SettledOrder = Type.Static<typeof SettledOrder>

export type OrderReply = PendingOrder | SettledOrder
