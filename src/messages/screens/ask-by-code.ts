import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { phoneFault } from '../../platform/values/phone.rules.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'

/**
 * The result of a request: the message that a code was sent (`done`), the server's reply to the
 * code (`reply`), or an error. Includes the texts that the visitor typed.
 */
export type CodeOutcome<Reply> = {
  status: number
  typed: { phone: string; code: string }
  /** True after a code was requested. The form then has a field for the code. */
  isCodeSent: boolean
  faults?: { phone?: string; code?: string }
  problem?: string
  done?: string
  reply?: Reply
}

const CODE_MISSING = 'Please enter the code from the SMS'
const FAILED = 'That did not work. Please try again.'

/**
 * Sends the phone number and the code of the form to `path`. At the form's first step, and at its
 * step 'again', requests a code by SMS from `codePath` instead.
 */
export async function askByCode<Reply>(
  fetchApi: FetchApi,
  fields: FormData,
  { codePath, path }: { codePath: string; path: string },
): Promise<CodeOutcome<Reply>> {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const typed = { phone: text('phone'), code: text('code') }
  const step = text('step')
  const isCodeSent = step === 'code' || step === 'again'
  const { phone, code } = typed
  const fault = phoneFault(phone)
  if (fault) return { status: 422, typed, isCodeSent, faults: { phone: fault } }
  if (step !== 'code') {
    const answer = await callApi<MessageReply>(fetchApi, codePath, jsonPost({ phone }))
    if (answer.ok) return { status: 200, typed, isCodeSent: true, done: answer.data.message }
    const problem = problemText(answer, FAILED)
    return { status: answer.status || 503, typed, isCodeSent, problem }
  }
  if (!code) return { status: 422, typed, isCodeSent, faults: { code: CODE_MISSING } }
  const answer = await callApi<Reply>(fetchApi, path, jsonPost({ phone, code }))
  if (answer.ok) return { status: 200, typed, isCodeSent, reply: answer.data }
  const message = problemText(answer, FAILED)
  const refusal = answer.status === 422 ? { faults: { code: message } } : { problem: message }
  return { status: answer.status || 503, typed, isCodeSent, ...refusal }
}
