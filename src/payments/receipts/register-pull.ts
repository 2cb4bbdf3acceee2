import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../platform/database/deps.ts'
import { acquireSlot, freeSlot } from '../../platform/limits/limits.sql.ts'
import { paymentTimes } from '../declarations.ts'
import type { Daraja } from '../mpesa/daraja.ts'

const SLOT = 'pull registration'
const TRIES = 5
const PAUSE_MS = 2000

/**
 * Registers the short code for Pull Transactions when a process starts: once for all processes that
 * start within an hour. A sandbox may have forgotten the registration, so there each start
 * registers. After a failure the next start tries again.
 */
export async function registerForPull(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'env' | 'timeScale'> & {
    daraja: Pick<Daraja, 'registerPull'>
  },
): Promise<void> {
  const { db, log, clock, env, timeScale } = deps
  const perSecond = 1000 / paymentTimes(timeScale).routineMs
  if (env.production && (await acquireSlot(db, SLOT, perSecond, clock.now())) !== null) return
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (await deps.daraja.registerPull()) return
    await delay(PAUSE_MS * timeScale)
  }
  log.error('M-Pesa did not register us for Pull Transactions')
  await freeSlot(db, SLOT)
}
