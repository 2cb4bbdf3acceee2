import { Type } from 'typebox'
import { listOf, PageQuery } from '../platform/http/platform.contract.ts'
import type { TransferWay } from './ledger.rules.ts'

// Money that went from one account of ours to another: /api/money_transfers.

const wayOf = <T extends TransferWay>(way: T) => Type.Literal(way)

export const MoneyTransferRequest = Type.Object({
  way: Type.Union([
    wayOf('collection_to_utility'),
    wayOf('bank_to_utility'),
    wayOf('collection_to_bank'),
  ]),
  /** Shillings, with up to two decimals. */
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  /** The reference of M-Pesa or the bank. Each reference stands for one transfer. */
  reference: Type.String({ maxLength: 100 }),
  /** YYYY-MM-DD in Nairobi, on which it was made. */
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
})
export type MoneyTransferRequest = Type.Static<typeof MoneyTransferRequest>

const Account = Type.Union([
  Type.Literal('collection'),
  Type.Literal('utility'),
  Type.Literal('bank'),
])

/** An entry of the books: a transfer, or the contrary of one that was recorded by mistake. */
export const MoneyTransfer = Type.Object({
  id: Type.Integer(),
  day: Type.String(),
  from: Account,
  to: Account,
  amount: Type.Number(),
  reference: Type.String(),
  /** The entry reverses another one. */
  is_contrary: Type.Boolean(),
  /** The entry was recorded by mistake, and another one reverses it. */
  taken_back: Type.Boolean(),
})
export type MoneyTransfer = Type.Static<typeof MoneyTransfer>

export const MoneyTransferQuery = Type.Object(PageQuery)
export type MoneyTransferQuery = Type.Static<typeof MoneyTransferQuery>

export const MoneyTransferList = listOf(MoneyTransfer)
export type MoneyTransferList = Type.Static<typeof MoneyTransferList>
