import { Type } from 'typebox'

export const ApproveMeasure = Type.Object({
  /** The `version` of the request on the work list that the admin read. */
  version: Type.String({ maxLength: 64 }),
})
