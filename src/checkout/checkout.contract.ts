import { Type } from 'typebox'
import { nullable } from '../platform/platform.contract.ts'

export const OrderRequest = Type.Object(
  {
    /** Made by the client, stored before it asks; the same id again is the same order. */
    orderId: Type.Optional(
      Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
    ),
    phoneNumber: Type.String({ maxLength: 40 }),
    /** Shillings: the exact sum of the lines, or what would be charged. Only compared. */
    amount: Type.Number(),
    eventId: Type.String({ maxLength: 100 }),
    tickets: Type.Array(
      Type.Object(
        {
          ticketTypeId: Type.String({ maxLength: 100 }),
          quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
          /** Price times quantity, in shillings. Only compared. */
          amount: Type.Number(),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 8 },
    ),
    email: Type.Optional(nullable(Type.String({ maxLength: 254 }))),
  },
  { additionalProperties: false },
)
export type OrderRequest = Type.Static<typeof OrderRequest>

export const PromptRequest = Type.Object(
  { phoneNumber: Type.Optional(Type.String({ maxLength: 40 })) },
  { additionalProperties: false },
)
export type PromptRequest = Type.Static<typeof PromptRequest>
