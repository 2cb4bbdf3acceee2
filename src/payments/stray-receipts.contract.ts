import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../platform/platform.contract.ts'

// Money that M-Pesa lists under no order's number: GET /api/stray_receipts, the newest find first.

export const StrayQuery = Type.Object({
  ...PageQuery,
})
export type StrayQuery = Type.Static<typeof StrayQuery>

export const StrayReceipt = Type.Object({
  receipt: Type.String(),
  /** Shillings; may have two decimals, for people typed it. */
  amount: Type.Number(),
  /** As the payer typed it. */
  account_reference: Type.String(),
  /** Digits, perhaps masked. */
  phone_number: Type.String(),
  /** Null if M-Pesa did not tell. */
  paid_at: nullable(Type.String()),
  found_at: Type.String(),
})
export type StrayReceipt = Type.Static<typeof StrayReceipt>

export const StrayList = listOf(StrayReceipt)
export type StrayList = Type.Static<typeof StrayList>
