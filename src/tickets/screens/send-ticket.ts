import { localPhone, normalisePhone } from '../../platform/values/phone.rules.ts'
import { callApi, type FetchApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import type { ConfirmTransferReply, TransferReply } from '../transfer/transfer.contract.ts'

export type SendOutcome = {
  status: number
  phones: string
  admits: string
  id?: string
  isDone?: boolean
  /** The id of the transferred ticket to take back. Absent for a transfer. */
  takeBack?: string
  /** Set if the holder gives the ticket back to the organizer. */
  givesBack?: true
  field?: 'phones' | 'admits' | 'code'
  problem?: string
}

/** The problem of `field`. Undefined if the outcome concerns another field. */
export const faultOf = (outcome: SendOutcome | null, field: SendOutcome['field']) =>
  outcome?.field === field ? outcome?.problem : undefined

const phonesIn = (typed: string) => typed.split(/[,;\n]+/).flatMap((one) => one.trim() || [])

/** '10 people to 0722 610 002': the shares of a request that the server computes (`sharesOf`). */
export function shareText(
  { phones, admits }: Pick<SendOutcome, 'phones' | 'admits'>,
  { sendable, isAddOn }: { sendable: number; isAddOn: boolean },
): string {
  const typed = phonesIn(phones)
  const receivers = [...new Set(typed.map((one) => normalisePhone(one) ?? one))]
  const to = receivers.map((one) => (/^\d{12}$/.test(one) ? localPhone(one) : one)).join(', ')
  if (receivers.length > 1) return isAddOn ? `1 use each to ${to}` : `1 person each to ${to}`
  const count = typed.length > 1 ? 1 : Number(admits) || sendable
  if (count === 1) return isAddOn ? `1 use to ${to}` : `1 person to ${to}`
  return isAddOn ? `${count} uses to ${to}` : `${count} people to ${to}`
}

const FAILED = 'This ticket could not be sent. Please try again.'

/** Makes a request, or confirms it with the typed code if the fields contain the request's id. */
export async function sendTicket(fetchApi: FetchApi, fields: FormData): Promise<SendOutcome> {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const takeBack = text('take_back')
  const typed = {
    phones: text('phones'),
    admits: text('admits'),
    ...(takeBack && { takeBack }),
    ...(text('give_back') && { givesBack: true as const }),
  }
  const id = text('id')
  if (id) return await sayCode(fetchApi, { ...typed, id }, text('code'))
  const path = `/api/tickets/${encodeURIComponent(text('number'))}`
  if (takeBack) {
    const call = jsonPost({ id: takeBack })
    return await askCode(fetchApi, { path: `${path}/take_backs`, call, typed })
  }
  if (typed.givesBack) {
    const people = Number(typed.admits)
    const call = jsonPost(typed.admits === '' ? {} : { admits: people })
    return await askCode(fetchApi, { path: `${path}/give_backs`, call, typed })
  }
  const phones = phonesIn(typed.phones)
  const admits = Number(typed.admits)
  const body = {
    phones,
    ...(phones.length === 1 && Number.isInteger(admits) && admits > 0 && { admits }),
  }
  return await askCode(fetchApi, { path: `${path}/transfers`, call: jsonPost(body), typed })
}

type Typed = Pick<SendOutcome, 'phones' | 'admits' | 'takeBack' | 'givesBack'>

async function askCode(
  fetchApi: FetchApi,
  { path, call, typed }: { path: string; call: RequestInit; typed: Typed },
): Promise<SendOutcome> {
  const answer = await callApi<TransferReply>(fetchApi, path, call)
  if (answer.ok) return { ...typed, status: 200, id: answer.data.id }
  return { ...typed, ...problemOf(answer) }
}

async function sayCode(
  fetchApi: FetchApi,
  kept: Typed & { id: string },
  code: string,
): Promise<SendOutcome> {
  const path = `/api/transfers/${encodeURIComponent(kept.id)}/confirm`
  const answer = await callApi<ConfirmTransferReply>(fetchApi, path, jsonPost({ code }))
  if (answer.ok) return { ...kept, status: 200, isDone: true }
  const { id, ...typed } = kept
  // The code no longer works, so the form returns to the first step.
  const isOver = answer.status === 410 || answer.status === 409 || answer.status === 404
  return { ...typed, ...(!isOver && { id }), ...problemOf(answer) }
}

const FIELDS = { phone: 'phones', phones: 'phones', admits: 'admits', code: 'code' } as const

function problemOf(answer: Problem): Pick<SendOutcome, 'status' | 'problem' | 'field'> {
  const field = FIELDS[(answer.field ?? '') as keyof typeof FIELDS]
  const problem = problemText(answer, FAILED)
  return { status: answer.status || 503, problem, ...(field && { field }) }
}
