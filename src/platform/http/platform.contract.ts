import { type TSchema, Type } from 'typebox'

export const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** The schema of a text that is one of `names`. A name may be listed twice. */
export const oneOf = <T extends string>(names: readonly T[]) =>
  Type.Unsafe<T>(Type.Union([...new Set(names)].map((name) => Type.Literal(name))))

export const digits = (max: number) =>
  Type.String({
    pattern: `^[0-9]{1,${max}}$`,
    description: `a whole number of at most ${max} digits`,
  })

export const DayText = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'a date such as 2026-11-21',
})

export const ReasonText = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  description: 'more than spaces',
})

/** The reply of a list. `next_cursor` requests the next rows; null if there are none. */
export const listOf = <T extends TSchema>(row: T) =>
  Type.Object({ data: Type.Array(row), next_cursor: nullable(Type.String()) })

export const PageQuery = {
  /** `next_cursor` of the previous page, which had the same sorting and filters. */
  cursor: Type.Optional(Type.String({ maxLength: 1500 })),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9]\\d?|100)$', description: 'a whole number from 1 to 100' }),
  ),
}

export const MessageReply = Type.Object({ message: Type.String() })
export type MessageReply = Type.Static<typeof MessageReply>

/** The fee of each sale: hundredths of a percent, and shillings for each item of the sale. */
export const ServiceFee = Type.Object({ basis_points: Type.Integer(), fixed: Type.Number() })
export type ServiceFee = Type.Static<typeof ServiceFee>

/** The body of every error. Some errors have more fields, such as the new amount. */
export const ErrorReply = Type.Object(
  { error: Type.String(), code: Type.String() },
  { additionalProperties: true },
)
export type ErrorReply = Type.Static<typeof ErrorReply>

/** Text and not UUID, so that a malformed id gets 404 like an unknown one, not 422. */
export const IdParams = Type.Object({ id: Type.String() })

/** The roles of an organizer's members. The organizer's own account has the role owner. */
export type TeamRole = 'owner' | 'editor' | 'money' | 'door_lead' | 'promoter'

/**
 * The rights over an organizer's events. see: read everything about the event except sums of money,
 * with phone numbers and email addresses masked. figures: see sums of money. buyers: see phone
 * numbers and email addresses in full, and send messages again. edit: change the event and send it
 * in. money: move money, cancel and reschedule. door: check in, gates and gate phones. own: the
 * team, and the account that is paid.
 */
export const Right = Type.Union([
  Type.Literal('see'),
  Type.Literal('figures'),
  Type.Literal('buyers'),
  Type.Literal('edit'),
  Type.Literal('money'),
  Type.Literal('door'),
  Type.Literal('own'),
])
export type Right = Type.Static<typeof Right>

/** A person's role in an organizer's team, for all of its events or for a single event. */
export type Membership = {
  organizerId: string
  /** Null for all events of the organizer. */
  eventId: string | null
  role: TeamRole
}
