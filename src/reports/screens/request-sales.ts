import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { phoneFault } from '../../platform/values/phone.rules.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import type { OwnSale, OwnSales } from '../sellers/own-sales.contract.ts'

/**
 * The result of a request: the message that a code was sent (`done`), the seller's figures
 * (`sales`), or an error. Includes what the visitor typed.
 */
export type SalesOutcome = {
  status: number
  typed: { phone: string; code: string }
  /** True once a code was requested: the form then has a field for the code. */
  isCodeSent: boolean
  faults?: { phone?: string; code?: string }
  problem?: string
  done?: string
  sales?: readonly OwnSale[]
}

const CODE_MISSING = 'Please enter the code from the SMS'
const SALES_FAILED = 'That did not work. Please try again.'

/** Requests a code by SMS, or the figures if the form already has a field for the code. */
export async function requestSales(fetchApi: FetchApi, fields: FormData): Promise<SalesOutcome> {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const typed = { phone: text('phone'), code: text('code') }
  const isCodeSent = text('step') === 'code'
  const { phone, code } = typed
  const fault = phoneFault(phone)
  if (fault) return { status: 422, typed, isCodeSent, faults: { phone: fault } }
  if (isCodeSent && !code) {
    return { status: 422, typed, isCodeSent, faults: { code: CODE_MISSING } }
  }
  const path = '/api/functions/my-sales'
  const answer = isCodeSent
    ? await callApi<OwnSales>(fetchApi, path, jsonPost({ phone, code }))
    : await callApi<MessageReply>(fetchApi, `${path}/code`, jsonPost({ phone }))
  if (!answer.ok) {
    const message = problemText(answer, SALES_FAILED)
    const isWrongCode = isCodeSent && answer.status === 422
    const refusal = isWrongCode ? { faults: { code: message } } : { problem: message }
    return { status: answer.status || 503, typed, isCodeSent, ...refusal }
  }
  if ('data' in answer.data) return { status: 200, typed, isCodeSent, sales: answer.data.data }
  return { status: 200, typed, isCodeSent: true, done: answer.data.message }
}
