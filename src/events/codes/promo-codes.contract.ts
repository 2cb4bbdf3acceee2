import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { CodeKind } from '../events.contract.ts'

const Instant = nullable(Type.String())

const Terms = {
  kind: CodeKind,
  /** Whole per cent, or whole shillings for each ticket. Not for access codes. */
  value: Type.Optional(nullable(Type.Number())),
  /** Absent or null: all types that are not hidden. An access code must name its types. */
  ticket_type_ids: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: 50 }))),
  starts_at: Type.Optional(Instant),
  ends_at: Type.Optional(Instant),
  seller_id: Type.Optional(nullable(Type.String())),
}

export const CodeRequest = Type.Object(
  {
    code: Type.String({ maxLength: 40 }),
    ...Terms,
    max_tickets: Type.Optional(nullable(Type.Integer())),
    max_per_phone: Type.Optional(nullable(Type.Integer())),
  },
  { additionalProperties: false },
)
export type CodeRequest = Type.Static<typeof CodeRequest>

/** The fields of a code that can change. Absent fields keep their values. */
export const CodeChange = Type.Object(
  {
    max_tickets: Type.Optional(nullable(Type.Integer())),
    max_per_phone: Type.Optional(nullable(Type.Integer())),
    ends_at: Type.Optional(Instant),
  },
  { additionalProperties: false },
)
export type CodeChange = Type.Static<typeof CodeChange>

/** Random codes for one ticket each. A request with the same nonce makes no more codes. */
export const BatchRequest = Type.Object(
  { nonce: Type.String(), count: Type.Integer(), ...Terms },
  { additionalProperties: false },
)
export type BatchRequest = Type.Static<typeof BatchRequest>

const ShownTerms = {
  id: Type.String(),
  kind: CodeKind,
  percent: Type.Optional(Type.Integer()),
  /** The discount of a ticket, or its price, in shillings. */
  value: Type.Optional(Type.Number()),
  /** Null: all types that are not hidden. */
  ticket_type_ids: nullable(Type.Array(Type.String())),
  starts_at: Instant,
  ends_at: Instant,
  seller: nullable(Type.Object({ id: Type.String(), number: Type.Integer(), name: Type.String() })),
  created_at: Type.String(),
  ended_at: Instant,
  /** The number of sold tickets to which the code applies. */
  used: Type.Integer(),
  /** The number of tickets held by unpaid orders to which the code applies. */
  held: Type.Integer(),
  /** The amount that buyers paid for the tickets, less refunds, in shillings. */
  revenue: Type.Number(),
}

/** A single code. The codes of a batch, each for one ticket, are summed up in `CodeBatch`. */
export const PromoCode = Type.Object({
  ...ShownTerms,
  /** `code`, `digits`, `dial` and `link` are null for members who may not edit the event. */
  code: nullable(Type.String()),
  /** The digits that buyers type by USSD. */
  digits: nullable(Type.String()),
  /** The number to dial. Null before the event is published, and if USSD is turned off. */
  dial: nullable(Type.String()),
  link: nullable(Type.String()),
  max_tickets: nullable(Type.Integer()),
  max_per_phone: nullable(Type.Integer()),
})
export type PromoCode = Type.Static<typeof PromoCode>

/** Codes for one ticket each that were made together. `promo_codes.csv` lists them. */
export const CodeBatch = Type.Object({ ...ShownTerms, count: Type.Integer() })
export type CodeBatch = Type.Static<typeof CodeBatch>

/** All codes of an event, newest first. */
export const PromoCodes = Type.Object({
  data: Type.Array(PromoCode),
  batches: Type.Array(CodeBatch),
  next_cursor: Type.Null(),
})
export type PromoCodes = Type.Static<typeof PromoCodes>

export const MadeCode = Type.Object({ id: Type.String(), digits: Type.String() })
export type MadeCode = Type.Static<typeof MadeCode>

export const MadeBatch = Type.Object({ id: Type.String(), count: Type.Integer() })
export type MadeBatch = Type.Static<typeof MadeBatch>

export const CodeId = Type.Object({ id: Type.String() })
export type CodeId = Type.Static<typeof CodeId>

export const CodeParams = Type.Object({ id: Type.String(), code_id: Type.String() })
