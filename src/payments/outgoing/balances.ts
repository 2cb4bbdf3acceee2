import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { acquireSlot, isSlotFree, keepSlot } from '../../platform/limits/limits.sql.ts'
import { outgoingTimes } from '../declarations.ts'
import { readBalanceResult } from '../mpesa/operation-result.rules.ts'
import {
  BALANCE_SLOT,
  insertBalance,
  insertReading,
  isBelowBooks,
  isOutsideBooks,
  selectBalance,
} from './account-readings.sql.ts'
import { type AttemptRow, insertAttempt, recordAttempt } from './attempts.sql.ts'
import { type Outgoing, type OutgoingDeps, type SettleDeps, sumOwed } from './handler.ts'
import { addressesOf, newAttempt, recordQuery } from './queries.ts'
import { MISMATCH, namesRequest, TIMEOUT } from './verdict.rules.ts'

/** The rate-limit slot of the queries about all sold receipts. */
const ALL_CHECKS_SLOT = 'query of all receipts'

/**
 * Queries the balances, in one of the processes. The pause between queries is an hour, or a day if
 * the last result agreed with the books.
 */
export async function sweepBalance(deps: OutgoingDeps): Promise<void> {
  const { balanceAgainMs } = outgoingTimes(deps.timeScale)
  const now = deps.clock.now()
  if (!(await isDue(deps.db, isSlotFree(BALANCE_SLOT, now)))) return
  if ((await acquireSlot(deps.db, BALANCE_SLOT, 1000 / balanceAgainMs, now)) !== null) return
  await queryBalance(deps)
}

/**
 * Queries the balances of the accounts that collect and that pay refunds. Each B2C result reports the
 * balance of the paying account as well. Returns whether M-Pesa accepted the queries.
 */
export async function queryBalance(deps: OutgoingDeps): Promise<boolean> {
  const isAccepted = await queryBalanceOf(deps, 'balance')
  const { shortcode, b2cShortcode } = deps.env.mpesa
  if (shortcode === b2cShortcode) return isAccepted
  return (await queryBalanceOf(deps, 'working')) && isAccepted
}

async function queryBalanceOf(deps: OutgoingDeps, kind: 'balance' | 'working'): Promise<boolean> {
  const now = deps.clock.now()
  const query = newAttempt()
  await inTransaction(deps.db, (tx) => insertAttempt(tx, { ...query, subject: null, kind, now }))
  const of = kind === 'balance' ? 'b2c' : 'collection'
  const request = { of, ...addressesOf(deps, query), remarks: 'Balance' } as const
  const response = await deps.daraja.askBalance(request)
  await recordQuery(deps, query, response)
  return response.kind === 'accepted'
}

/**
 * Records the balances of M-Pesa's accounts, with the range that the books expect. If the account
 * that collects payments has less than this range, M-Pesa is queried about all sold receipts, at
 * most once a day, because a payer may have had an old payment reversed. The balances are queried
 * again after a day, or after an hour if a balance is outside its range: the books lag behind after
 * an outage.
 */
export async function settleBalance(
  { db, env, clock, timeScale }: SettleDeps,
  { receiptChecks }: Outgoing,
  query: AttemptRow & { is_timeout: boolean },
  body: string,
): Promise<string> {
  const now = clock.now()
  const result = query.is_timeout ? null : readBalanceResult(body)
  if (result && (result.kind === 'unreadable' || !namesRequest(query, result))) return MISMATCH
  return await inTransaction(db, async (tx) => {
    await recordAttempt(tx, query.id, 'done', { now, resultCode: result?.kind ?? TIMEOUT })
    if (result?.kind !== 'balances') return result?.kind ?? TIMEOUT
    const { workingCents, utilityCents, completedAt } = result
    const at = earlier(completedAt, now)
    const isUtility = query.kind === 'balance'
    const { shortcode, b2cShortcode } = env.mpesa
    const isCollection = !isUtility || shortcode === b2cShortcode
    if (isUtility && utilityCents !== null) {
      await insertBalance(tx, { at, workingCents, utilityCents })
      await insertReading(tx, 'utility', { at, balanceCents: utilityCents })
    }
    if (isCollection && workingCents !== null) {
      await insertReading(tx, 'collection', { at, balanceCents: workingCents })
    }
    const { balanceMs, balanceAgainMs } = outgoingTimes(timeScale)
    if (
      (await isBelowBooks(tx, 'collection')) &&
      (await acquireSlot(tx, ALL_CHECKS_SLOT, 1000 / balanceMs, now)) === null
    )
      await receiptChecks.planAll(tx, now)
    const pauseMs = (await isOutsideBooks(tx)) ? balanceAgainMs : balanceMs
    await keepSlot(tx, BALANCE_SLOT, new Date(now.getTime() + pauseMs))
    return 'balances'
  })
}

/**
 * Records the balance that the result of a payment reports. Reports are ordered by the time of
 * M-Pesa's own clock, because a report may arrive hours late.
 */
export async function insertUtility(
  tx: Tx,
  { utilityCents, completedAt }: { utilityCents: number | null; completedAt: Date | null },
  now: Date,
): Promise<void> {
  if (utilityCents === null) return
  await insertBalance(tx, { at: earlier(completedAt, now), workingCents: null, utilityCents })
}

/** M-Pesa's time, or our time if M-Pesa's clock is ahead of ours. */
const earlier = (theirs: Date | null, now: Date) => (theirs && theirs < now ? theirs : now)

/**
 * Warns if the latest balance is less than the sum of the refunds and payouts to be paid, before
 * the account runs dry. Logs once when the shortage begins; the metric stays set until the shortage
 * ends.
 */
export async function gaugeBalance(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics'>,
  outgoing: Outgoing,
): Promise<void> {
  const balance = await selectBalance(deps.db)
  const owed = await sumOwed(deps.db, outgoing)
  const balanceCents = balance?.utility_cents ?? null
  const isLow = balanceCents !== null && balanceCents < owed
  const overdue = { count: isLow ? 1 : 0, since: isLow ? balance!.at : null }
  if (deps.metrics.setOverdue('refunds_above_balance', overdue, deps.clock.now()))
    deps.log.error(
      { holds: balanceCents, owed },
      'the utility account has less than is to be refunded',
    )
}
