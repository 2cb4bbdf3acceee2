import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'

/** The facts about an event's organizer that an admin reads before a decision. */
export const OrganizerFacts = Type.Object({
  /** Null if the event has no organizer. */
  organizer: nullable(
    Type.Object({
      name: Type.String(),
      email: Type.String(),
      phone: nullable(Type.String()),
      /** When the account was made. */
      created_at: Type.String(),
      /** The organizer's other events that were published. */
      events: Type.Object({
        /** Events that are over and had a check-in. */
        held: Type.Integer(),
        /** Events that are over, were not cancelled and had no check-in. */
        missed: Type.Integer(),
        /** Public events that are not over. */
        coming: Type.Integer(),
        cancelled: Type.Integer(),
      }),
      /** The amount that the organizer owes us for refunds, in shillings. */
      owes: Type.Number(),
      /** Visitors' reports of all events of the organizer, until they are deleted. */
      complaints: Type.Object({
        total: Type.Integer(),
        /** Reports that no admin has settled. */
        open: Type.Integer(),
        /** Reports of this event. */
        this_event: Type.Integer(),
        /** The id of the oldest open report, of any of the organizer's events. */
        first_open: nullable(Type.String()),
      }),
    }),
  ),
  /** The team member who sent the open request; null if there is no open request. */
  asked: nullable(Type.Object({ name: Type.String(), email: Type.String(), at: Type.String() })),
})
export type OrganizerFacts = Type.Static<typeof OrganizerFacts>
