import { Type } from 'typebox'
import { DayText, listOf, PageQuery } from '../platform/http/platform.contract.ts'
import type { TransferWay } from './ledger.rules.ts'

// Transfers of money between our own accounts: /api/money_transfers.

const wayOf = <T extends TransferWay>(way: T) => Type.Literal(way)

export const MoneyTransferRequest = Type.Object({
  way: Type.Union([
    wayOf('collection_to_utility'),
    wayOf('bank_to_utility'),
    wayOf('collection_to_bank'),
  ]),
  /** Shillings, with up to two decimals. */
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  /** The reference of M-Pesa or the bank. Each reference belongs to a single transfer. */
  reference: Type.String({ maxLength: 100 }),
  /** The day of the transfer in Nairobi, YYYY-MM-DD. */
  day: DayText,
})
export type MoneyTransferRequest = Type.Static<typeof MoneyTransferRequest>

const Account = Type.Union([
  Type.Literal('collection'),
  Type.Literal('utility'),
  Type.Literal('bank'),
])

/**
 * An entry of the ledger: a transfer, or the contrary entry that reverses a transfer recorded by
 * mistake.
 */
export const MoneyTransfer = Type.Object({
  id: Type.Integer(),
  day: Type.String(),
  from: Account,
  to: Account,
  amount: Type.Number(),
  reference: Type.String(),
  /** True if the entry reverses another entry. */
  is_contrary: Type.Boolean(),
  /** True if the entry was recorded by mistake and another entry reverses it. */
  taken_back: Type.Boolean(),
})
export type MoneyTransfer = Type.Static<typeof MoneyTransfer>

export const MoneyTransferQuery = Type.Object(PageQuery)
export type MoneyTransferQuery = Type.Static<typeof MoneyTransferQuery>

export const MoneyTransferList = listOf(MoneyTransfer)
export type MoneyTransferList = Type.Static<typeof MoneyTransferList>
