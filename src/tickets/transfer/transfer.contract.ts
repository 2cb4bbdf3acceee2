import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { MAX_ADMITS } from '../number.rules.ts'

const Phone = Type.String({ maxLength: 30 })

/**
 * The phones that receive the ticket. A single phone gets `admits` people, or all remaining people
 * if `admits` is absent. If there are several phones, each gets one person.
 */
export const TransferRequest = Type.Object({
  phone: Type.Optional(nullable(Phone)),
  phones: Type.Optional(nullable(Type.Array(Phone, { minItems: 1, maxItems: MAX_ADMITS }))),
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_ADMITS }))),
})
export type TransferRequest = Type.Static<typeof TransferRequest>

export const TransferReply = Type.Object({ id: Type.String() })
export type TransferReply = Type.Static<typeof TransferReply>

/**
 * The id of the friend's ticket: `id` of an entry of `sent` in the reply about the sender's ticket
 * (`TicketReply`).
 */
export const TakeBackRequest = Type.Object({ id: Type.String({ maxLength: 40 }) })

export const ConfirmTransferRequest = Type.Object({ code: Type.String({ maxLength: 30 }) })
export type ConfirmTransferRequest = Type.Static<typeof ConfirmTransferRequest>

/**
 * The result of a transfer, or of taking a ticket back. Omits the new ticket number, which only the
 * new holder gets, by SMS.
 */
export const ConfirmTransferReply = Type.Object({
  id: Type.String(),
  state: Type.Literal('done'),
  /** The number of people transferred or taken back. */
  admits: Type.Integer(),
})
export type ConfirmTransferReply = Type.Static<typeof ConfirmTransferReply>
