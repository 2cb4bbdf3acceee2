import { Type } from 'typebox'

/** The refunds and notices of one cancelled day. */
export const DayCancellationReply = Type.Object({
  /** The cancelled day, YYYY-MM-DD. */
  date: Type.String(),
  state: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('done')]),
  /** The number of buyers with tickets for the day. */
  buyers: Type.Integer(),
  /** The number of notified buyers. Their tickets for only this day were taken back. */
  notified: Type.Integer(),
})
export type DayCancellationReply = Type.Static<typeof DayCancellationReply>
