import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../platform/database/deps.ts'
import { acquireSlot, freeSlot, keepSlot } from '../../platform/limits/limits.sql.ts'
import { paymentTimes } from '../declarations.ts'
import type { Daraja } from '../mpesa/daraja.ts'

// If a process is killed while registering, another may try after this time.
const ATTEMPT_MS = 60_000
const TRIES = 5
const PAUSE_MS = 2000

type PullDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'env' | 'timeScale'> & {
  daraja: Pick<Daraja, 'registerPull'>
}

/**
 * Registers us for Pull Transactions: once for all processes that start within an hour. The
 * sandbox may forget the registration, so there each start registers us. Never throws, because a
 * process must go on serving without the database.
 */
export async function registerForPull(deps: PullDeps): Promise<void> {
  await registerOnce(deps).catch((error) =>
    deps.log.error({ err: error }, 'M-Pesa did not register us for Pull Transactions'),
  )
}

async function registerOnce(deps: PullDeps): Promise<void> {
  const { db, log, clock, env, timeScale } = deps
  const { shortcode, nominatedNumber } = env.mpesa
  const slot = `pull registration ${shortcode} ${nominatedNumber}`
  const now = clock.now()
  const perSecond = 1000 / (ATTEMPT_MS * timeScale)
  if (env.production && (await acquireSlot(db, slot, perSecond, now)) !== null) return
  let isRegistered = false
  try {
    isRegistered = await tryToRegister(deps)
  } finally {
    if (!isRegistered) await freeSlot(db, slot)
  }
  if (!isRegistered) return log.error('M-Pesa did not register us for Pull Transactions')
  await keepSlot(db, slot, new Date(now.getTime() + paymentTimes(timeScale).routineMs))
}

async function tryToRegister({ daraja, timeScale }: PullDeps): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    // Without the database there is no token, so this call may throw.
    if (await daraja.registerPull().catch(() => false)) return true
    await delay(PAUSE_MS * timeScale)
  }
  return false
}
