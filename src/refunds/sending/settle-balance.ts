import { readBalanceResult } from '../../payments/mpesa/operation-result.rules.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { acquireSlot, keepSlot } from '../../platform/limits/limits.sql.ts'
import { refundTimes } from '../declarations.ts'
import { insertReading, isBelowBooks, isOutsideBooks } from './account-readings.sql.ts'
import { BALANCE_SLOT, type CallRow, insertBalance, recordAttempt } from './attempts.sql.ts'
import { planChecks } from './receipt-checks.sql.ts'
import { MISMATCH, namesRequest, TIMEOUT } from './verdict.rules.ts'

/** The rate-limit slot of the queries about all sold receipts. */
const ALL_CHECKS_SLOT = 'query of all receipts'

/**
 * Records the balances of M-Pesa's accounts, with the range that the books expect. If the account
 * that collects payments holds less than this range, M-Pesa is queried about all sold receipts, at
 * most once a day, because a payer may have had an old payment reversed. The balances are queried
 * again after a day, or after an hour if a balance is outside its range: the books lag behind after
 * an outage.
 */
export async function settleBalance(
  { db, env, timeScale }: Pick<Deps, 'db' | 'env' | 'timeScale'>,
  call: CallRow & { is_timeout: boolean },
  body: string,
  now: Date,
): Promise<string> {
  const result = call.is_timeout ? null : readBalanceResult(body)
  if (result && (result.kind === 'unreadable' || !namesRequest(call, result))) return MISMATCH
  return await inTransaction(db, async (tx) => {
    await recordAttempt(tx, call.id, 'done', { now, resultCode: result?.kind ?? TIMEOUT })
    if (result?.kind !== 'balances') return result?.kind ?? TIMEOUT
    const { workingCents, utilityCents, completedAt } = result
    const at = earlier(completedAt, now)
    const isUtility = call.kind === 'balance'
    const { shortcode, b2cShortcode } = env.mpesa
    const isCollection = !isUtility || shortcode === b2cShortcode
    if (isUtility) {
      await insertUtility(tx, result, now)
      if (utilityCents !== null) await insertReading(tx, 'utility', { at, heldCents: utilityCents })
    }
    if (isCollection && workingCents !== null) {
      await insertReading(tx, 'collection', { at, heldCents: workingCents })
    }
    const { balanceMs, balanceAgainMs } = refundTimes(timeScale)
    if (
      (await isBelowBooks(tx, 'collection')) &&
      (await acquireSlot(tx, ALL_CHECKS_SLOT, 1000 / balanceMs, now)) === null
    )
      await planChecks(tx, { since: new Date(0), now })
    const pauseMs = (await isOutsideBooks(tx)) ? balanceAgainMs : balanceMs
    await keepSlot(tx, BALANCE_SLOT, new Date(now.getTime() + pauseMs))
    return 'balances'
  })
}

type Held = { utilityCents: number | null; workingCents?: number | null; completedAt: Date | null }

/**
 * Records the balance that M-Pesa reported. Reports are ordered by the time of M-Pesa's own clock,
 * because a report may arrive hours late.
 */
export async function insertUtility(tx: Tx, held: Held, now: Date): Promise<void> {
  const { utilityCents, workingCents = null, completedAt } = held
  if (utilityCents === null) return
  await insertBalance(tx, { at: earlier(completedAt, now), workingCents, utilityCents })
}

/** M-Pesa's time, or our time if M-Pesa's clock is ahead of ours. */
const earlier = (theirs: Date | null, now: Date) => (theirs && theirs < now ? theirs : now)
