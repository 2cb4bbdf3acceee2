import { lockOrder } from '../../orders/orders.sql.ts'
import { readStatusResult } from '../../payments/mpesa/operation-result.rules.ts'
import type { Outgoing, OutgoingDeps, SettleDeps } from '../../payments/outgoing/handler.ts'
import { addressesOf } from '../../payments/outgoing/queries.ts'
import { MISMATCH, namesRequest, verdictOfReceipt } from '../../payments/outgoing/verdict.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newToken } from '../../platform/ids.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { handleJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { refundTimes } from '../declarations.ts'
import { checkReceipt } from '../jobs.ts'
import { recordReturn } from '../record-return.ts'
import { mayBeReversedByUs } from '../returns.sql.ts'
import {
  areChecksDue,
  beginCheck,
  endQuery,
  planChecks,
  selectCheck,
  takeChecksDue,
} from './receipt-checks.sql.ts'

/** Receipts per sweep. One sweep each five seconds means at most two queries a second. */
const BATCH = 10

/** Plans a query to M-Pesa about each sold receipt that is young enough to be reversed. */
export async function planReceiptChecks({
  db,
  clock,
  timeScale,
}: Pick<Deps, 'db' | 'clock' | 'timeScale'>): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - refundTimes(timeScale).reversibleMs)
  await inTransaction(db, (tx) => planChecks(tx, { since, now }))
}

export async function sweepReceiptChecks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  if (!(await isDue(db, areChecksDue(now)))) return
  await inTransaction(db, async (tx) => {
    const due = await takeChecksDue(tx, { now, count: BATCH })
    await queueMissing(
      tx,
      checkReceipt,
      'paymentId',
      due.map((paymentId) => ({ paymentId })),
    )
  })
}

/** Queries M-Pesa about a sold receipt. */
export const checkReceiptJob = (deps: OutgoingDeps) =>
  handleJob(checkReceipt, async ({ paymentId }) => {
    const token = newToken()
    const now = deps.clock.now()
    const receipt = await inTransaction(deps.db, (tx) => beginCheck(tx, paymentId, { token, now }))
    if (receipt === undefined) return
    const addresses = addressesOf(deps, { token, timeoutToken: token })
    const request = { receipt, of: 'collection', remarks: 'Receipt status' } as const
    const response = await deps.daraja.askStatus({ ...request, ...addresses })
    const isTaken = response.kind === 'accepted'
    const again = new Date(now.getTime() + refundTimes(deps.timeScale).checkAgainMs)
    const id = isTaken ? response.originatorConversationId : null
    await endQuery(deps.db, token, { id, nextAt: isTaken ? null : again })
  })

/** Settles M-Pesa's result about a sold receipt. */
async function settleCheck(
  { db, log, clock }: SettleDeps,
  { token, body }: { token: string; body: string },
): Promise<string> {
  const check = await selectCheck(db, token)
  // M-Pesa was queried again after this query, so the result is late.
  if (!check) return 'late'
  const result = readStatusResult(body)
  if (result.kind === 'unreadable' || !namesRequest(check, result)) return MISMATCH
  const verdict = verdictOfReceipt(result, check)
  if (verdict !== 'reversed') return verdict
  const { payment_id: paymentId, order_id: orderId, mpesa_receipt: receipt } = check
  return await inTransaction(db, async (tx) => {
    const now = clock.now()
    const order = await lockOrder(tx, orderId, now)
    assert(order, `the order ${orderId} is gone`)
    // A Reversal of ours is settled by a status query about the Reversal.
    if (await mayBeReversedByUs(tx, receipt)) return 'repeat'
    if (!(await recordReturn(tx, order, { paymentId, now }))) return 'repeat'
    log.error({ order: orderId, receipt }, 'M-Pesa took a payment back')
    return 'returned'
  })
}

export const receiptChecks: Outgoing['receiptChecks'] = {
  planAll: (tx, now) => planChecks(tx, { since: new Date(0), now }),
  settle: settleCheck,
}
