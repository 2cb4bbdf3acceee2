import { Type } from 'typebox'

/** `words` is the reason of the return, for the organizer. */
export const ReturnRequest = Type.Object({
  words: Type.Optional(Type.String({ maxLength: 2000 })),
})
