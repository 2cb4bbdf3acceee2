import { Type } from 'typebox'

/** A visitor's report of an event: a reason of `COMPLAINT_REASONS`, and a text. */
export const ComplaintRequest = Type.Object({ reason: Type.String(), words: Type.String() })
export type ComplaintRequest = Type.Static<typeof ComplaintRequest>

export const ComplaintReply = Type.Object({
  id: Type.String(),
  settled_at: Type.String(),
})
export type ComplaintReply = Type.Static<typeof ComplaintReply>
