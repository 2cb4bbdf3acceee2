import { callApi, type FetchApi, problemText } from '../../ui/api.ts'
import type { GenuineReply } from '../lookup/genuine.contract.ts'
import { tooOften } from '../lookup/lookup.rules.ts'
import { readReference } from '../reference.rules.ts'

export type GenuineOutcome = {
  status: number
  typed: string
  answer?: GenuineReply | 'unknown'
  fault?: string
  problem?: string
  retryAfter?: number
}

const NUMBER_MISSING = 'Please enter the ticket number'
const NUMBER_MISTYPED = 'A ticket number has 16 letters and numbers. Please check what you entered.'
/** The most numbers of a pasted text that are checked. Each number takes a request. */
const NUMBERS_MAX = 5
const CHECK_FAILED = 'The ticket could not be checked. Please try again.'

/** Accepts a ticket number, or a link or SMS that contains a ticket number. */
export async function checkGenuine(fetchApi: FetchApi, fields: FormData): Promise<GenuineOutcome> {
  const typed = String(fields.get('number') ?? '').trim()
  if (!typed) return { status: 422, typed, fault: NUMBER_MISSING }
  const { numbers } = readReference(typed)
  // A typing error must not make the seller look dishonest.
  if (numbers.length === 0) return { status: 422, typed, fault: NUMBER_MISTYPED }
  for (const number of numbers.slice(0, NUMBERS_MAX)) {
    const answer = await callApi<GenuineReply>(fetchApi, `/api/genuine/${number}`)
    if (answer.ok) return { status: 200, typed, answer: answer.data }
    if (answer.status === 404) continue
    const { status, retryAfter } = answer
    const problem = retryAfter ? tooOften(retryAfter) : problemText(answer, CHECK_FAILED)
    return { status: status || 503, typed, problem, ...(retryAfter && { retryAfter }) }
  }
  return { status: 404, typed, answer: 'unknown' }
}
