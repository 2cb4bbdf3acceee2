import { lockOrder } from '../orders/orders.sql.ts'
import { orderTimes } from '../orders/times.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { eachRow } from '../platform/each-row.ts'
import { takeTurn } from '../platform/limits.sql.ts'
import { confirmPayment } from './confirm-payment.ts'
import { paymentCounters } from './counters.ts'
import type { Daraja } from './mpesa/daraja.ts'
import type { PulledRow } from './mpesa/pull.ts'
import { addReceiptPayment } from './receipt-payment.ts'
import {
  insertStrayReceipt,
  type LookupSpan,
  lockPaymentsWithoutReceipt,
  selectLookupSpan,
  selectOrderIdByCode,
  selectOrderIdByPrompt,
  selectPaymentsByReceipt,
} from './sweeps.sql.ts'
import { paymentTimes } from './times.ts'

// Clocks differ, and M-Pesa's list is by its own.
const MARGIN_MS = 2 * 60_000
const MAX_INTERVAL_MS = 3600_000
// Turns a second, over all processes; each looks back far enough that some may be missed.
const ROUTINE_RATE = 1000 / MAX_INTERVAL_MS
const ROUTINE_MS = 6 * 3600_000
const MAX_PAGES = 1000
// The list tells whole seconds, and a prompt is paid after it was sent.
const CLOCKS_MS = 1500

/**
 * Makes the sweep that asks M-Pesa for the list of what it took while a payment lacks its receipt,
 * its answer, or an amount that can be trusted. Often while the youngest of them is young, and
 * ever more seldom after that; once an hour in any case, for a failure that a callback told of may
 * be followed by a success whose callback was lost.
 */
export function makePullSweep(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'> & { daraja: Daraja },
): () => Promise<void> {
  let lastPull = 0
  return async () => {
    const now = deps.clock.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const span = await selectLookupSpan(deps.db, ago(paymentTimes(deps.timeScale).lookupMaxMs))
    const wait = span
      ? pullInterval(span, now, paymentTimes(deps.timeScale).pullMs)
      : MAX_INTERVAL_MS
    const isDue = span !== null && now.getTime() - lastPull >= wait
    const isRoutine = (await takeTurn(deps.db, 'routine pull', ROUTINE_RATE, now)) === null
    if (!isDue && !isRoutine) return
    lastPull = now.getTime()
    const routine = ago(ROUTINE_MS)
    const from = isRoutine && (!span || routine < span.oldest) ? routine : span!.oldest
    await pullReceipts(deps, from)
  }
}

function pullInterval(span: LookupSpan, now: Date, minMs: number): number {
  const age = now.getTime() - span.youngest.getTime()
  return Math.min(Math.max(age / 4, minMs), MAX_INTERVAL_MS)
}

async function pullReceipts(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'> & { daraja: Daraja },
  oldest: Date,
): Promise<void> {
  const now = deps.clock.now().getTime()
  const from = new Date(
    Math.max(
      oldest.getTime() - MARGIN_MS,
      // Its list goes no further back, by a clock that may be ahead of ours.
      now - paymentTimes(deps.timeScale).lookupMaxMs + MARGIN_MS,
    ),
  )
  const to = new Date(now + MARGIN_MS)
  let offset = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await deps.daraja.pull({ from, to, offset })
    if (answer.kind === 'unclear') {
      deps.log.warn({ reason: answer.reason }, 'Pull Transactions told nothing')
      if (/not registered/i.test(answer.reason)) await deps.daraja.registerPull()
      return
    }
    if (answer.count === 0) return
    const unreadable = answer.count - answer.rows.length
    if (unreadable > 0) {
      paymentCounters(deps.metrics).pulledReceipts.inc({ outcome: 'unreadable' }, unreadable)
      deps.log.warn({ unreadable }, 'rows of Pull Transactions make no sense')
    }
    await settlePage(deps, answer.rows)
    offset += answer.count
  }
}

/** Most rows are known, and the list is long: they are looked up together. */
async function settlePage(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
  rows: PulledRow[],
): Promise<void> {
  if (rows.length === 0) return
  const receipts = rows.map((row) => row.receipt)
  const payments = await selectPaymentsByReceipt(deps.db, receipts)
  await eachRow(deps.log, rows, async (row) => {
    const outcome = await settleRow(deps, row, payments.get(row.receipt))
    paymentCounters(deps.metrics).pulledReceipts.inc({ outcome })
  })
}

type Known = { id: string; order_id: string; use: string | null }

async function settleRow(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  row: PulledRow,
  known: Known | undefined,
): Promise<string> {
  if (known && known.use !== 'suspense') return 'known'
  const orderId = known?.order_id ?? (await findOrderId(deps, row))
  if (!orderId) return await recordStray(deps, row)
  try {
    return await inTransaction(deps.db, (tx) =>
      settleOrderRow(tx, { orderId, paymentId: known?.id }, row, deps.clock.now()),
    )
  } catch (error) {
    // A callback brought the same receipt in this moment.
    if (isUniqueViolation(error, 'payment_mpesa_receipt_key')) return 'known'
    throw error
  }
}

/** By its number; a till has none, and there a phone that was asked for this amount must do. */
async function findOrderId(
  deps: Pick<Deps, 'db' | 'timeScale'>,
  row: PulledRow,
): Promise<string | null> {
  const { accountReference, msisdn: phone, amountCents, at } = row
  if (accountReference !== '') return await selectOrderIdByCode(deps.db, accountReference)
  if (!at) return null
  const from = new Date(at.getTime() - orderTimes(deps.timeScale).holdMs)
  const to = new Date(at.getTime() + CLOCKS_MS)
  return await selectOrderIdByPrompt(deps.db, { phone, amountCents, from, to })
}

/** Somebody paid the paybill under a number that is no order of ours. */
async function recordStray(
  deps: Pick<Deps, 'db' | 'log' | 'clock'>,
  row: PulledRow,
): Promise<string> {
  const { receipt, amountCents, accountReference, msisdn, at } = row
  const isNew = await insertStrayReceipt(deps.db, {
    receipt,
    amount_cents: amountCents,
    account_reference: accountReference,
    msisdn,
    paid_at: at,
    found_at: deps.clock.now(),
  })
  if (!isNew) return 'known'
  deps.log.warn({ receipt, accountReference }, 'money came in for no order of ours')
  return 'stray'
}

async function settleOrderRow(
  tx: Tx,
  { orderId, paymentId }: { orderId: string; paymentId: string | undefined },
  row: PulledRow,
  now: Date,
): Promise<string> {
  const order = await lockOrder(tx, orderId, now)
  if (!order) throw new Error(`the order ${orderId} is gone`)
  const id = paymentId ?? matchPayment(await lockPaymentsWithoutReceipt(tx, orderId), row)
  if (id) {
    return await confirmPayment(tx, { id, orderId }, { cause: 'pull', money: row }, now)
  }
  const phone = /^254[17]\d{8}$/.test(row.msisdn) ? row.msisdn : order.phone
  const { receipt, amountCents } = row
  await addReceiptPayment(tx, order, { receipt, amountCents, phone, cause: 'pull' }, now)
  return 'without_prompt'
}

type Candidate = Awaited<ReturnType<typeof lockPaymentsWithoutReceipt>>[number]

/**
 * The prompt that a receipt belongs to: its own phone's, the latest before the money came. A prompt
 * takes what it asks for; another amount was paid by hand, under the order's number.
 */
function matchPayment(candidates: Candidate[], row: PulledRow): string | undefined {
  const rank = (candidate: Candidate): number => {
    const phone = candidate.phone === row.msisdn ? 0 : 4
    const proved = candidate.state === 'confirmed' ? 0 : 2
    const late = row.at && candidate.prompting_at! > new Date(row.at.getTime() + CLOCKS_MS) ? 8 : 0
    return phone + proved + late
  }
  const fitting = candidates.filter((candidate) => candidate.amount_cents === row.amountCents)
  const ranked = fitting.toSorted(
    (a, b) => rank(a) - rank(b) || b.prompting_at!.getTime() - a.prompting_at!.getTime(),
  )
  return ranked[0]?.id
}
