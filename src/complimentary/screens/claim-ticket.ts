import { phoneFault } from '../../platform/values/phone.rules.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import type { Claimed } from '../complimentary.contract.ts'

/** The result of a claim, or the problem, together with the typed number. */
export type ClaimOutcome = {
  status: number
  typed: string
  claimed?: Claimed
  /** The error text of the phone field. */
  fault?: string
  problem?: string
}

const FAILED = 'The ticket could not be sent. Please try again.'

/** Sends the form behind an allotment's link: the guest's phone number and the link's token. */
export async function claimTicket(fetchApi: FetchApi, fields: FormData): Promise<ClaimOutcome> {
  const typed = String(fields.get('phone') ?? '').trim()
  const fault = phoneFault(typed)
  if (fault !== null) return { status: 422, typed, fault }
  const token = encodeURIComponent(String(fields.get('token') ?? ''))
  const path = `/api/allotments/${token}/claims`
  const answer = await callApi<Claimed>(fetchApi, path, jsonPost({ phone: typed }))
  if (answer.ok) return { status: 200, typed, claimed: answer.data }
  const { status } = answer
  if (answer.field === 'phone') return { status, typed, fault: answer.error }
  return { status: status || 503, typed, problem: problemText(answer, FAILED) }
}
