import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Daraja } from '../mpesa/daraja.ts'
import type { DarajaResult, ReplyAddresses } from '../mpesa/operation.ts'
import type { Purpose } from '../payment.rules.ts'
import type { AttemptRow } from './attempts.sql.ts'
import type { MoneyKind } from './outgoing.rules.ts'
import type { verdictOfReceipt } from './verdict.rules.ts'

export type SettleDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'>
export type OutgoingDeps = SettleDeps & {
  daraja: Pick<Daraja, 'reverse' | 'payCustomer' | 'payBusiness' | 'askStatus' | 'askBalance'>
}

/** Money that goes out: a refund, or a part of a payout. */
export type OutgoingMoney = {
  id: string
  state: string
  next_at: Date | null
  tries: number
  amount_cents: number
  /** The payee's number; null if the payee is a business or not known. */
  phone: string | null
  /** The till or paybill that a payment to a business goes to. */
  short_code?: string
  /** The M-Pesa receipt of the payment to refund. */
  mpesa_receipt: string | null
  /** The receipt under which this money is recorded as paid. */
  receipt: string | null
}

type MoneyChange = {
  cause: string
  now: Date
  /** When a job acts on the money again. Null if a person must act. */
  nextAt: Date | null
  way?: MoneyKind
  phone?: string | null
  failureCode?: string | null
  isTry?: boolean
  /**
   * True if M-Pesa reported for certain that nothing was paid. The next attempt then gets a new id,
   * derived from the previous id.
   */
  isAnew?: boolean
}

/** The next request: an attempt to pay, or a query whether M-Pesa has the payment to refund. */
export type NextStep<M extends OutgoingMoney = OutgoingMoney> =
  | {
      kind: MoneyKind
      money: M
      /** The id of a B2C payment, which we choose. */
      originatorConversationId?: string
      send: (daraja: OutgoingDeps['daraja'], addresses: ReplyAddresses) => Promise<DarajaResult>
    }
  | { kind: 'receipt'; receipt: string }

export type PaidByMpesa = {
  attemptId: string
  way: MoneyKind
  receipt: string | null
  chargeCents: number
  cause: string
  now: Date
}

export type Refusal = {
  attempt: AttemptRow
  attempts: readonly AttemptRow[]
  code: string
  /** False if M-Pesa's gateway refused the request, so that M-Pesa did not examine it. */
  isExamined: boolean
  now: Date
}

/**
 * The part of sending that differs between refunds and payouts. Each of the two rooms provides a
 * handler. All functions but `isDue`, `takeDue` and `sumOwed` run while the money is locked.
 */
export type OutgoingHandler<M extends OutgoingMoney = OutgoingMoney> = {
  purpose: Purpose
  /** The number of queries about one attempt after which a person must look. */
  queriesMax: number
  /** Locks the money, and the rows that its end changes. Undefined if there is no such money. */
  lock(tx: Tx, id: string, now: Date): Promise<M | undefined>
  /**
   * Locks due money and returns its next step. Null if nothing is sent now: the money is not due,
   * or this function has postponed or ended it.
   */
  next(deps: SettleDeps, tx: Tx, id: string): Promise<NextStep<M> | null>
  /** Changes the state. Returns false if the present state does not allow this change. */
  change(
    tx: Tx,
    id: string,
    to: 'due' | 'sending' | 'sent' | 'unknown' | 'manual',
    change: MoneyChange,
  ): Promise<boolean>
  setNextLook(tx: Tx, id: string, nextAt: Date, isTry?: boolean): Promise<void>
  isDue(now: Date): RawBuilder<boolean>
  /** Takes money whose next time has come, and moves its next time to `until`. */
  takeDue(
    tx: Tx,
    due: {
      now: Date
      until: Date
      states: readonly ('due' | 'sending' | 'sent' | 'unknown')[]
      count: number
    },
  ): Promise<string[]>
  /** Records that the money was paid. Returns false if a payment was recorded before. */
  complete(deps: SettleDeps, tx: Tx, money: M, paid: PaidByMpesa): Promise<boolean>
  /** Records a second payment. */
  recordDouble(tx: Tx, money: M, paid: PaidByMpesa): Promise<void>
  /** Ends money that M-Pesa refused to pay, or makes it due by another way. */
  refuse(deps: SettleDeps, tx: Tx, money: M, refusal: Refusal): Promise<void>
  /** Acts on M-Pesa's result of a `receipt` step. Returns the outcome. */
  settleReceipt?(
    deps: SettleDeps,
    tx: Tx,
    money: M,
    verdict: ReturnType<typeof verdictOfReceipt>,
  ): Promise<string>
  /** The total that is still to be paid by B2C from the utility account, in cents. */
  sumOwed(db: Db): Promise<number>
}

/** The daily queries whether M-Pesa still has the payments of sales. */
type ReceiptChecks = {
  /** Plans a query about each sold receipt. */
  planAll(tx: Tx, now: Date): Promise<void>
  settle(deps: SettleDeps, posted: { token: string; body: string }): Promise<string>
}

/** The handlers of refunds and payouts, and the checks of receipts. `worker.ts` provides them. */
export type Outgoing = Record<Purpose, OutgoingHandler> & { receiptChecks: ReceiptChecks }

/** The total that is still to be paid from the utility account, in cents. */
export async function sumOwed(db: Db, { refund, payout }: Outgoing): Promise<number> {
  return (await refund.sumOwed(db)) + (await payout.sumOwed(db))
}
