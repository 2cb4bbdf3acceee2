import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { MAX_ADMITS } from '../number.rules.ts'

const Phone = Type.String({ maxLength: 30 })

/** A single phone gets `admits` people (absent: all that are left), several phones one each. */
export const TransferRequest = Type.Object({
  phone: Type.Optional(nullable(Phone)),
  phones: Type.Optional(nullable(Type.Array(Phone, { minItems: 1, maxItems: MAX_ADMITS }))),
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_ADMITS }))),
})
export type TransferRequest = Type.Static<typeof TransferRequest>

export const TransferReply = Type.Object({ id: Type.String() })
export type TransferReply = Type.Static<typeof TransferReply>

/** `id` of an entry of `sent` (`TicketReply`). */
export const TakeBackRequest = Type.Object({ id: Type.String({ maxLength: 40 }) })

/** `admits`: how many people of the ticket; absent or null for all. */
export const GiveBackRequest = Type.Object({
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_ADMITS }))),
})

export const ConfirmTransferRequest = Type.Object({ code: Type.String({ maxLength: 30 }) })
export type ConfirmTransferRequest = Type.Static<typeof ConfirmTransferRequest>

/** Omits the new number, which only the new holder gets, by SMS. */
export const ConfirmTransferReply = Type.Object({
  id: Type.String(),
  state: Type.Literal('done'),
  admits: Type.Integer(),
})
export type ConfirmTransferReply = Type.Static<typeof ConfirmTransferReply>
