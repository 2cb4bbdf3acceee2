import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

export const SendingSwitch = Type.Object({
  on: Type.Boolean(),
  /** The reason, for the audit log. */
  words: Type.Optional(Type.String({ maxLength: 500 })),
})
export type SendingSwitch = Type.Static<typeof SendingSwitch>

const Waiting = Type.Object({
  count: Type.Integer(),
  /** Shillings. */
  amount: Type.Number(),
})

/** GET /api/refunds/sending: whether refunds and payouts are sent, and who stopped. */
export const SendingState = Type.Object({
  on: Type.Boolean(),
  /** Null while sending is on. */
  stopped: nullable(
    Type.Object({
      at: Type.String(),
      /** The name or email address of the admin; 'the shop' if no account stopped. */
      by: Type.String(),
      words: nullable(Type.String()),
    }),
  ),
  /** The refunds and parts of payouts that are due. Null while sending is on. */
  waiting: nullable(Type.Object({ refunds: Waiting, payouts: Waiting })),
})
export type SendingState = Type.Static<typeof SendingState>
