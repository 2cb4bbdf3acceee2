import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { MAX_ADMITS } from '../number.rules.ts'

const Phone = Type.String({ maxLength: 30 })

/** To one phone: all that are left, or so many. To several: one person each. */
export const TransferRequest = Type.Object({
  phone: Type.Optional(nullable(Phone)),
  phones: Type.Optional(nullable(Type.Array(Phone, { minItems: 1, maxItems: MAX_ADMITS }))),
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_ADMITS }))),
})
export type TransferRequest = Type.Static<typeof TransferRequest>

export const TransferReply = Type.Object({ id: Type.String() })
export type TransferReply = Type.Static<typeof TransferReply>

export const ConfirmTransferRequest = Type.Object({ code: Type.String({ maxLength: 30 }) })
export type ConfirmTransferRequest = Type.Static<typeof ConfirmTransferRequest>

/** Not the new number: that is its holder's alone, by SMS. */
export const ConfirmTransferReply = Type.Object({
  id: Type.String(),
  state: Type.Literal('done'),
  /** People sent on. */
  admits: Type.Integer(),
})
export type ConfirmTransferReply = Type.Static<typeof ConfirmTransferReply>
