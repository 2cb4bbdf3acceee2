import type { Deps } from '../../platform/database/deps.ts'
import { newToken } from '../../platform/ids.ts'
import type { PaymentDeps } from '../mpesa/daraja.ts'
import { paybillNumber } from '../paybill-number.rules.ts'
import { paymentTimes } from '../times.ts'
import { beginRegistration, endRegistration, ensurePaybillAddress } from './paybill-address.sql.ts'

/**
 * Says to M-Pesa where it asks and tells about payments by hand: once for a short code. In production
 * it takes that once for good, so the address is made once and kept; a repeat is told 'already
 * registered', which is as good. Nothing is asked while nothing has changed.
 */
export async function registerPaybill(
  deps: Pick<PaymentDeps, 'db' | 'env' | 'clock' | 'log' | 'timeScale' | 'daraja'>,
): Promise<void> {
  const { callbackOrigin } = deps.env.mpesa
  const number = paybillNumber(deps.env.mpesa)
  if (number === null) return
  const registeredFor = `${number} ${callbackOrigin}`
  await ensurePaybillAddress(deps.db, newToken())
  const { registerFirstMs, registerMaxMs } = paymentTimes(deps.timeScale)
  const begun = await beginRegistration(deps.db, {
    now: deps.clock.now(),
    registeredFor,
    firstMs: registerFirstMs,
    maxMs: registerMaxMs,
  })
  if (begun) await register(deps, begun.token, registeredFor)
}

async function register(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'log'> & Pick<PaymentDeps, 'daraja'>,
  token: string,
  registeredFor: string,
): Promise<void> {
  const address = `${deps.env.mpesa.callbackOrigin}/cb/c/${token}`
  const answer = await deps.daraja.registerUrls({
    validationUrl: `${address}/validation`,
    confirmationUrl: `${address}/confirmation`,
    // What is confirmed all the same finds its order, or goes back; a shop that is silent for a
    // while must not keep people from paying.
    unanswered: 'Completed',
  })
  if (answer.kind !== 'registered') {
    deps.log.error({ answer }, 'M-Pesa did not register where payments by hand are told')
    return
  }
  await endRegistration(deps.db, registeredFor, deps.clock.now())
  const { already } = answer
  const say = already ? 'warn' : 'info'
  deps.log[say]({ already }, 'registered where payments by hand are told')
}
