import { setTimeout as delay } from 'node:timers/promises'
import { orderTimes } from '../../orders/declarations.ts'
import { proveBuyer } from '../../orders/holds.sql.ts'
import { readOrderCode } from '../../orders/order-code.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { paymentCounters, paymentTimes } from '../declarations.ts'
import { type PaybillRefusal, readPaybillCall } from '../mpesa/paybill-call.rules.ts'
import { refusalOf } from './paybill.rules.ts'
import { selectPayableOrder } from './paybill-address.sql.ts'

type JudgeDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'>
type Judged = { known: boolean; refusal: PaybillRefusal | null }

/**
 * Validates a payment by paybill. M-Pesa requests a validation only while a payer is paying, so an
 * accepted buyer counts as proven, and the tickets of an order by paybill are held for the full
 * time. M-Pesa waits for about eight seconds. If the order cannot be read in time, the payment is
 * accepted, as M-Pesa itself would do without a response.
 */
export async function judgePaybill(deps: JudgeDeps, token: string, body: string): Promise<Judged> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    return await Promise.race([
      judge(deps, token, body),
      delay(paymentTimes(deps.timeScale).validationMs, { known: true, refusal: null }, { signal }),
    ])
  } catch (error) {
    deps.log.error({ err: error }, 'a paybill payment was not validated in time')
    return { known: true, refusal: null }
  } finally {
    waiting.abort()
  }
}

async function judge(deps: JudgeDeps, token: string, body: string): Promise<Judged> {
  const now = deps.clock.now()
  const call = readPaybillCall(body)
  const code = call.kind === 'payment' ? readOrderCode(call.account) : null
  const promptedAfter = new Date(now.getTime() - orderTimes(deps.timeScale).promptOpenMs)
  const found = await selectPayableOrder(deps.db, { token, code, promptedAfter, now })
  if (!found) return { known: false, refusal: null }
  const refusal = refusalOf(call, found.order, { shortcode: deps.env.mpesa.shortcode, now })
  paymentCounters(deps.metrics).validations.inc({ answer: refusal ?? 'accepted' })
  if (refusal !== null) deps.log.info({ orderCode: code, refusal }, 'a paybill payment was refused')
  else await proveBuyer(deps.db, code!, { now, holdMaxMs: orderTimes(deps.timeScale).holdMaxMs })
  return { known: true, refusal }
}
