import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

/** The latest reschedule of an event, and how far its buyers are notified. */
export const RescheduleReply = Type.Object({
  /** The new date, YYYY-MM-DD in Nairobi. */
  date: Type.String(),
  /** The number of buyers with tickets, and how many of them were sent the SMS. */
  buyers: Type.Integer(),
  notified: Type.Integer(),
})
export type RescheduleReply = Type.Static<typeof RescheduleReply>

/** Null if the event was never rescheduled. */
export const RescheduleState = nullable(RescheduleReply)
