import { Type } from 'typebox'
import { LOCATION_MAX } from '../../events/editing/event-form.rules.ts'
import { EventReply } from '../../events/events.contract.ts'
import { nullable } from '../../platform/http/platform.contract.ts'

export const RescheduleRequest = Type.Object({
  date: Type.Optional(Type.String({ maxLength: 40 })),
  time: Type.Optional(Type.String({ maxLength: 40 })),
  location: Type.Optional(Type.String({ maxLength: LOCATION_MAX })),
  /**
   * The number of the day to move. Absent for the whole event: all its days move by the same number
   * of days, and each keeps its time.
   */
  day: Type.Optional(Type.Integer()),
  /** Whether holders of passes may request a refund because of this day. True if absent. */
  passes: Type.Optional(Type.Boolean()),
  /** Whether buyers are notified. True if absent, and always for organizers. */
  tell: Type.Optional(Type.Boolean()),
  /** The organizer's reason, for the admin. Required if the reschedule is waiting for approval. */
  reason: Type.Optional(Type.String({ maxLength: 500 })),
})
export type RescheduleRequest = Type.Static<typeof RescheduleRequest>

/** The event, and whether its reschedule waits for an admin. */
export const Rescheduled = Type.Object({ ...EventReply.properties, waits: Type.Boolean() })

/** The latest reschedule of an event, and how many of its buyers were notified. */
export const RescheduleReply = Type.Object({
  /** The new date, or the date of the cancelled day, YYYY-MM-DD in Nairobi. */
  date: Type.String(),
  /** The old date, if only one day was moved. */
  day_was: Type.Optional(Type.String()),
  /** True if a day was cancelled. `buyers` and `notified` then include refunded day tickets. */
  is_day_cancelled: Type.Optional(Type.Literal(true)),
  /** The number of buyers with tickets, and how many of them were sent the SMS. */
  buyers: Type.Integer(),
  notified: Type.Integer(),
  /** When these buyers will be notified. Absent once the notification has begun. */
  notify_at: Type.Optional(Type.String()),
})
export type RescheduleReply = Type.Static<typeof RescheduleReply>

/** Null if the event was never rescheduled. */
export const RescheduleState = nullable(RescheduleReply)
