import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../platform/database/deps.ts'
import { acquireSlot, freeSlot, keepSlot } from '../../platform/limits/limits.sql.ts'
import { paymentTimes } from '../declarations.ts'
import type { Daraja } from '../mpesa/daraja.ts'

// If the process is killed, its slot is free after this time.
const ATTEMPT_MS = 60_000
const TRIES = 5
const PAUSE_MS = 2000

type PullDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'env' | 'timeScale'> & {
  daraja: Pick<Daraja, 'registerPull'>
}

/**
 * Registers the short code for Pull Transactions when a process starts: once for all processes that
 * start within an hour. A sandbox may have forgotten the registration, so there each start
 * registers. After a failure, which is logged, the next start tries again. Never throws, because a
 * database that is away must not end a process that serves.
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
    // Without the database there is no token.
    if (await daraja.registerPull().catch(() => false)) return true
    await delay(PAUSE_MS * timeScale)
  }
  return false
}
