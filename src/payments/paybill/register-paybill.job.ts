import type { Deps } from '../../platform/database/deps.ts'
import { newToken } from '../../platform/ids.ts'
import { paymentTimes } from '../declarations.ts'
import type { PaymentDeps } from '../mpesa/daraja.ts'
import { paybillNumber } from '../paybill-number.rules.ts'
import { beginRegistration, endRegistration, ensurePaybillAddress } from './paybill-address.sql.ts'

/**
 * Registers the callback addresses of the paybill. In production, addresses can be registered only
 * once per short code, so the address never changes, and 'already registered' counts as success.
 */
export async function registerPaybill(
  deps: Pick<PaymentDeps, 'db' | 'env' | 'clock' | 'log' | 'timeScale' | 'daraja'>,
): Promise<void> {
  const { callbackOrigin, c2bToken } = deps.env.mpesa
  const number = paybillNumber(deps.env.mpesa)
  if (number === null) return
  const registeredFor = `${number} ${callbackOrigin}`
  const now = deps.clock.now()
  if (!(await ensurePaybillAddress(deps.db, { configured: c2bToken, fresh: newToken(), now }))) {
    deps.log.error(
      'MPESA_C2B_TOKEN is not the registered address, which stays: set it to what `select token from paybill_address` says',
    )
  }
  const { registerFirstMs, registerMaxMs } = paymentTimes(deps.timeScale)
  const begun = await beginRegistration(deps.db, {
    now,
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
    // If our server is down, M-Pesa accepts payments without a validation.
    unanswered: 'Completed',
  })
  if (answer.kind !== 'registered') {
    deps.log.error({ answer }, 'M-Pesa did not register the paybill addresses')
    return
  }
  await endRegistration(deps.db, registeredFor, deps.clock.now())
  const { already } = answer
  const say = already ? 'warn' : 'info'
  deps.log[say]({ already }, 'registered the paybill addresses')
}
