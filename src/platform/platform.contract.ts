import { Type } from 'typebox'

/** The body of every refusal; some carry more, such as the new amount. */
export const ErrorReply = Type.Object(
  { error: Type.String(), code: Type.String() },
  { additionalProperties: true },
)
export type ErrorReply = Type.Static<typeof ErrorReply>

/** Text rather than a uuid format: a malformed id is an unknown one, 404, not a fault of form. */
export const IdParams = Type.Object({ id: Type.String() })
