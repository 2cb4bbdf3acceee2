import { Type } from 'typebox'
import { ReasonText } from '../platform/http/platform.contract.ts'

/** A visitor's report of an event: a reason of `COMPLAINT_REASONS`, and a text. */
export const ComplaintRequest = Type.Object({ reason: Type.String(), words: Type.String() })
export type ComplaintRequest = Type.Static<typeof ComplaintRequest>

/** The finding of the admin who settles a report. */
export const SettledComplaint = Type.Object({ words: ReasonText })

export const ComplaintReply = Type.Object({
  id: Type.String(),
  settled_at: Type.String(),
})
export type ComplaintReply = Type.Static<typeof ComplaintReply>
