import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { type Answer, errorEnvelope } from './call.ts'
import { type DarajaContext, postWithToken } from './post.ts'
import { centsOf, textOf } from './wire-text.rules.ts'

export type PullRequest = { from: Date; to: Date; offset: number }

export type PulledRow = {
  receipt: string
  /** A payer by paybill may pay any amount. */
  amountCents: number
  /** Our order's code. */
  accountReference: string
  /** Digits, possibly partly masked. */
  msisdn: string
  at: Date | null
}

export type PullAnswer =
  | { kind: 'rows'; rows: PulledRow[] /** Rows in the page, readable or not. */; count: number }
  | { kind: 'unclear'; reason: string }

export async function pullTransactions(
  context: DarajaContext,
  request: PullRequest,
): Promise<PullAnswer> {
  const answer = await postWithToken(context, '/pulltransactions/v1/query', {
    ShortCode: context.settings.shortcode,
    StartDate: nairobiDateTime(request.from),
    EndDate: nairobiDateTime(request.to),
    OffSetValue: String(request.offset),
  })
  return readPullAnswer(answer)
}

/** Needed once, harmless to repeat. Returns false if M-Pesa refused or did not respond. */
export async function registerPull(context: DarajaContext): Promise<boolean> {
  const answer = await postWithToken(context, '/pulltransactions/v1/register', {
    ShortCode: context.settings.shortcode,
    RequestType: 'Pull',
    NominatedNumber: context.settings.nominatedNumber,
    CallBackURL: `${context.settings.callbackOrigin}/cb/pull`,
  })
  if (answer.kind !== 'json') return false
  const refusal = errorEnvelope(answer)
  if (refusal || answer.status >= 400) {
    context.log.warn({ status: answer.status, refusal }, 'not registered for Pull Transactions')
    return false
  }
  const said = textOf(answer.body.ResponseDescription)
  context.log.info({ said }, 'registered for Pull Transactions')
  return true
}

export function readPullAnswer(answer: Answer): PullAnswer {
  if (answer.kind === 'unreachable' || answer.kind === 'silent') {
    return { kind: 'unclear', reason: answer.reason }
  }
  if (answer.kind !== 'json') return { kind: 'unclear', reason: `HTTP ${answer.status}` }
  const code = textOf(answer.body.ResponseCode)
  if (code === '1001') return { kind: 'rows', rows: [], count: 0 }
  if (answer.status >= 400 || code !== '1000') {
    const said = errorEnvelope(answer)?.message ?? `code ${code || 'none'}`
    return { kind: 'unclear', reason: `HTTP ${answer.status}, ${said}` }
  }
  const list = flatten(answer.body.Response)
  const rows = list.map(readRow).filter((row) => row !== null)
  return { kind: 'rows', rows, count: list.length }
}

// Documented as a list of lists; some clients have seen a plain list.
function flatten(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return []
  return value.flat(2).filter((row) => typeof row === 'object' && row !== null)
}

function readRow(row: Record<string, unknown>): PulledRow | null {
  const receipt = textOf(row.transactionId).toUpperCase()
  const amountCents = readAmount(textOf(row.amount))
  if (!receipt || amountCents === null) return null
  return {
    receipt,
    amountCents,
    accountReference: textOf(row.billreference).toUpperCase(),
    msisdn: textOf(row.msisdn).replace(/\D/g, ''),
    at: readDate(textOf(row.trxDate)),
  }
}

/** Reads an amount. Null if the text is no amount, or an amount that no payment can have. */
function readAmount(text: string): number | null {
  const cents = centsOf(text)
  return cents !== null && cents > 0 && cents < 1e11 ? cents : null
}

// A time in Nairobi, with or without an offset: '2026-03-14T16:30:21+0300', '2026-03-14 16:30:21'.
function readDate(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(
    text,
  )
  if (!match) return null
  const zone = (match[3] ?? '+03:00').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const at = new Date(`${match[1]}T${match[2]}${zone}`)
  return Number.isNaN(at.getTime()) ? null : at
}
