import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { phoneFault } from '../../platform/values/phone.rules.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import type { DataReply } from '../privacy.contract.ts'

type DataTyped = { phone: string; code: string; wish: 'copy' | 'erase' }

/**
 * The result of a request: the message that a code was sent or the data was erased (`done`), the
 * copy of the data (`copy`), or an error. Includes what the visitor typed.
 */
export type DataOutcome = {
  status: number
  typed: DataTyped
  /** True once a code was requested: the form then has a field for the code. */
  isCodeSent: boolean
  faults?: { phone?: string; code?: string }
  problem?: string
  done?: string
  copy?: DataReply
}

const CODE_MISSING = 'Please enter the code from the SMS'
const DATA_FAILED = 'That did not work. Please try again.'

/**
 * Requests a code by SMS. If the form already has a field for the code, requests the copy or the
 * erasure instead.
 */
export async function requestData(fetchApi: FetchApi, fields: FormData): Promise<DataOutcome> {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const wish = text('wish') === 'erase' ? 'erase' : 'copy'
  const typed: DataTyped = { phone: text('phone'), code: text('code'), wish }
  const isCodeSent = text('step') === 'code'
  const fault = phoneFault(typed.phone)
  if (fault) return { status: 422, typed, isCodeSent, faults: { phone: fault } }
  if (!isCodeSent) {
    const answer = await callApi<MessageReply>(
      fetchApi,
      '/api/functions/my-data/code',
      jsonPost({ phone: typed.phone }),
    )
    if (answer.ok) return { status: 200, typed, isCodeSent: true, done: answer.data.message }
    return {
      ...failure(answer.status),
      typed,
      isCodeSent,
      problem: problemText(answer, DATA_FAILED),
    }
  }
  if (!typed.code) return { status: 422, typed, isCodeSent, faults: { code: CODE_MISSING } }
  const path = `/api/functions/my-data/${wish === 'erase' ? 'erase' : 'export'}`
  const { phone, code } = typed
  const answer = await callApi<DataReply>(fetchApi, path, jsonPost({ phone, code }))
  if (!answer.ok) {
    const message = problemText(answer, DATA_FAILED)
    const refusal = answer.status === 422 ? { faults: { code: message } } : { problem: message }
    return { ...failure(answer.status), typed, isCodeSent, ...refusal }
  }
  if (wish === 'copy') return { status: 200, typed, isCodeSent, copy: answer.data }
  return { status: 200, typed, isCodeSent, done: String(answer.data.message) }
}

const failure = (status: number) => ({ status: status || 503 })
