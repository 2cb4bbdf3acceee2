import { Type } from 'typebox'

export const ApproveMeasure = Type.Object({
  /** The `version` of the request on the work list that the admin read. */
  version: Type.String({ maxLength: 64 }),
})

export const ReturnMeasure = Type.Object({
  /** The reason, for the organizer. */
  words: Type.String({ maxLength: 2000 }),
})
