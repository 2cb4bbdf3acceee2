import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../platform/values/email-address.rules.ts'
import { OrderTicket, RefundNote } from '../tickets/tickets.contract.ts'
import { ORDER_ID, REPLACES_MAX } from './placed-orders.rules.ts'

const OrderId = Type.String({
  pattern: ORDER_ID,
  description: 'an id such as 5a17ca10-0002-4000-8000-000000000002',
})

const ProofFields = {
  /**
   * Ids of the client's earlier orders. A phone has at most one open order per event. A new order
   * replaces the open order only if this list contains the open order's id; otherwise the new order
   * is refused as 'payment_open'.
   */
  replaces: Type.Optional(Type.Array(OrderId, { maxItems: REPLACES_MAX })),
}

/** Without a maximum length: the server shortens the word, so that no link prevents a purchase. */
const UtmWord = Type.Optional(Type.String())

export const OrderRequest = Type.Object(
  {
    /**
     * The order's id, which the client makes and stores before the request. A second request with
     * an existing id returns the existing order.
     */
    orderId: Type.Optional(OrderId),
    ...ProofFields,
    phoneNumber: Type.String({ maxLength: 40 }),
    /**
     * Shillings: the exact sum of the lines, or the total to be charged. The server only compares
     * it with its own amount.
     */
    amount: Type.Number(),
    eventId: Type.String({ maxLength: 100 }),
    tickets: Type.Array(
      Type.Object(
        {
          ticketTypeId: Type.String({ maxLength: 100 }),
          quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
          /** Price times quantity, in shillings. The server only compares it with its amount. */
          amount: Type.Number(),
          /** The price of one ticket in whole shillings, if the buyer chooses it. */
          price: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 16 },
    ),
    email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
    /**
     * 'paybill': the buyer pays by paybill from the start, and no prompt is sent. 'free': for a
     * total of 0. Without `proof`, the server only sends a code to the phone and stores nothing.
     */
    payBy: Type.Optional(
      Type.Union([Type.Literal('prompt'), Type.Literal('paybill'), Type.Literal('free')]),
    ),
    /** The six digits that were sent to the phone; only with payBy 'free'. */
    proof: Type.Optional(Type.String({ maxLength: 20 })),
    promo_code: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    /** The number of the event's seller, from a link. Ignored if no seller has this number. */
    seller: Type.Optional(nullable(Type.Integer())),
    /** The words of the link's utm_source, utm_medium, utm_campaign, utm_term and utm_content. */
    utm: Type.Optional(
      Type.Object(
        {
          source: UtmWord,
          medium: UtmWord,
          campaign: UtmWord,
          term: UtmWord,
          content: UtmWord,
        },
        { additionalProperties: false },
      ),
    ),
    /** Language of messages about the order; English by default. */
    language: Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('sw')])),
  },
  { additionalProperties: false },
)
export type OrderRequest = Type.Static<typeof OrderRequest>

/** The details that the buyer types in M-PESA's menu under 'Lipa na M-PESA', 'Paybill'. */
export const Paybill = Type.Object({
  business: Type.String(),
  account: Type.String(),
  /** Shillings. The buyer must pay exactly this amount. */
  amount: Type.Integer(),
  /** The other mobile money service of the buyer's number, if the shop accepts it. */
  wallet: Type.Optional(Type.Union([Type.Literal('Airtel Money'), Type.Literal('T-Kash')])),
})
export type Paybill = Type.Static<typeof Paybill>

/** Present while the order can be paid by paybill. */
const PaybillFields = {
  paybill: Type.Optional(Paybill),
  pay_until: Type.Optional(Type.String()),
}

export const PromptRequest = Type.Object(
  {
    phoneNumber: Type.Optional(Type.String({ maxLength: 40 })),
    /**
     * The new email address for the order; null or empty for no address. If absent, the address
     * stays.
     */
    email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
    ...ProofFields,
  },
  { additionalProperties: false },
)
export type PromptRequest = Type.Static<typeof PromptRequest>

/** The reply to a free order without `proof`: the phone gets six digits by SMS. Nothing is stored. */
export const CodeSent = Type.Object({ status: Type.Literal('code'), message: Type.String() })
export type CodeSent = Type.Static<typeof CodeSent>

/** The new number for the order's prompt. If the order has it already, only the email changes. */
export const PhoneRequest = Type.Object(
  {
    phoneNumber: Type.String({ maxLength: 40 }),
    /**
     * The new email address for the order if another person pays; null or empty for no address. If
     * absent, the old address stays.
     */
    email: Type.Optional(nullable(Type.String({ maxLength: EMAIL_MAX }))),
    ...ProofFields,
  },
  { additionalProperties: false },
)
export type PhoneRequest = Type.Static<typeof PhoneRequest>

/** The phase of an order without a final result, for the waiting page. */
export const OrderPhase = Type.Union([
  /** Waits for a payment by paybill with the order's code as account number. */
  Type.Literal('by_hand'),
  /** Waits for a prompt slot. */
  Type.Literal('in_line'),
  /** The prompt is on the phone, or on its way. */
  Type.Literal('prompted'),
  /** The prompt's 60 s are over, and its result is being queried. */
  Type.Literal('checking'),
  /** Without a result for 100 s, or with an unverified payment. The buyer must not pay again. */
  Type.Literal('confirming'),
  /** Paid, and the tickets are being issued. */
  Type.Literal('issuing'),
])
export type OrderPhase = Type.Static<typeof OrderPhase>

export const PendingOrder = Type.Object({
  status: Type.Literal('pending'),
  order_id: Type.String(),
  message: Type.String(),
  phase: OrderPhase,
  /**
   * Seconds left of the 60 s in which the phone shows the prompt. Null if the phone shows no
   * prompt.
   */
  seconds_left: nullable(Type.Integer()),
  /** The payee and the account number that the prompt shows on the phone. */
  prompt: Type.Object({ business: Type.String(), account: Type.String() }),
  /** The masked number that is prompted after the current prompt. Null if there is none. */
  next_phone: nullable(Type.String()),
  /** Seconds until the page may offer another number; null while a payment is being verified. */
  other_phone_in: nullable(Type.Integer()),
  ...PaybillFields,
  /** The purchase, for a waiting page that has only the order's id. */
  transaction: Type.Object({
    event_id: Type.String(),
    event_title: Type.String(),
    amount: Type.Integer(),
    phone: Type.String(),
  }),
})
export type PendingOrder = Type.Static<typeof PendingOrder>

export const SettledOrder = Type.Object({
  /** '0' means paid, with tickets. Every other value is a reason why there are no tickets. */
  status: Type.Union([
    Type.Literal('0'),
    Type.Literal('failed'),
    Type.Literal('expired'),
    Type.Literal('refund_due'),
    Type.Literal('refunded'),
  ]),
  message: Type.String(),
  order_id: Type.String(),
  /**
   * The M-Pesa receipt. Empty while the payment is confirmed and M-Pesa has not yet reported its
   * receipt.
   */
  rrn: Type.String(),
  /** M-Pesa's result code, or one of Lango's own codes, if the payment failed. */
  result_code: Type.Optional(Type.String()),
  /** The refund that is due or made; null if there is none. */
  refund: nullable(RefundNote),
  /** True while POST /api/orders/{id}/prompts may send one more prompt. */
  can_retry: Type.Boolean(),
  ...PaybillFields,
  transaction: Type.Object({
    id: Type.String(),
    event_id: Type.String(),
    event_title: Type.String(),
    /** YYYY-MM-DD and HH:MM in Nairobi. */
    event_date: Type.String(),
    event_time: Type.String(),
    /** The last date of an event of several days. Absent in an event of one day. */
    event_last_date: Type.Optional(Type.String()),
    event_location: Type.String(),
    /** The key of the event's picture; null if there is none. */
    event_image_key: nullable(Type.String()),
    /** For finding the tickets of an order without a payment, because it has no receipt. */
    order_number: Type.Optional(Type.String()),
    /** True if the event sells add-ons that the order does not have. */
    has_other_add_ons: Type.Optional(Type.Literal(true)),
    /** True if the event asks its ticket holders questions. */
    has_questions: Type.Optional(Type.Literal(true)),
    amount: Type.Integer(),
    phone: Type.String(),
    tickets: Type.Array(OrderTicket),
  }),
})
export type SettledOrder = Type.Static<typeof SettledOrder>

export type OrderReply = PendingOrder | SettledOrder
