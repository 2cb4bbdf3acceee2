import { type TSchema, Type } from 'typebox'

export const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** What a list answers: `next_cursor` leads to the rows after these, null if there are none. */
export const listOf = <T extends TSchema>(row: T) =>
  Type.Object({ data: Type.Array(row), next_cursor: nullable(Type.String()) })

/** What every list may be asked for, beside its own filters. */
export const PageQuery = {
  /** `next_cursor` of the page before, which had the same sort and filters. */
  cursor: Type.Optional(Type.String({ maxLength: 1500 })),
  /** How many rows are wanted, 1 to 100. */
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
}

/** Says in words what was done. */
export const MessageReply = Type.Object({ message: Type.String() })
export type MessageReply = Type.Static<typeof MessageReply>

/** The body of every refusal; some carry more, such as the new amount. */
export const ErrorReply = Type.Object(
  { error: Type.String(), code: Type.String() },
  { additionalProperties: true },
)
export type ErrorReply = Type.Static<typeof ErrorReply>

/** Text rather than a uuid format: a malformed id is an unknown one, 404, not a fault of form. */
export const IdParams = Type.Object({ id: Type.String() })
