import { type Answer, errorEnvelope } from './call.ts'
import { type DarajaContext, postWithToken } from './post.ts'
import { pushPassword } from './stk-push.ts'
import { isFailureCode, textOf } from './wire-text.rules.ts'

export type QueryAnswer =
  /** The response names no receipt and no amount. */
  | { kind: 'paid' }
  | { kind: 'failed'; code: string }
  | { kind: 'pending' }
  /** Proves neither success nor failure. */
  | { kind: 'unclear'; reason: string }

export async function queryPush(
  context: DarajaContext,
  checkoutRequestId: string,
): Promise<QueryAnswer> {
  const { settings } = context
  const answer = await postWithToken(context, '/mpesa/stkpushquery/v1/query', {
    BusinessShortCode: Number(settings.shortcode),
    ...pushPassword(settings, context.clock.now()),
    CheckoutRequestID: checkoutRequestId,
  })
  return readQueryAnswer(answer, checkoutRequestId)
}

const STILL_OPEN = /being processed|\bprocessing\b/i

// Leaves out ResponseDescription, which always says that the push was 'accepted for processing'.
function descriptionOf(answer: Extract<Answer, { status: number }>): string {
  if (answer.kind === 'other') return answer.text
  return `${textOf(answer.body.ResultDesc)} ${textOf(answer.body.errorMessage)}`
}

export function readQueryAnswer(answer: Answer, checkoutRequestId: string): QueryAnswer {
  if (answer.kind === 'unreachable' || answer.kind === 'silent') {
    return { kind: 'unclear', reason: answer.reason }
  }
  const code = answer.kind === 'json' ? textOf(answer.body.ResultCode) : ''
  // 'Still processing' is HTTP 500 for most accounts, HTTP 200 with code 4999 for others.
  if (code !== '0' && (code === '4999' || STILL_OPEN.test(descriptionOf(answer)))) {
    return { kind: 'pending' }
  }
  const envelope = errorEnvelope(answer)
  if (envelope) return { kind: 'unclear', reason: `${envelope.code} ${envelope.message}` }
  if (answer.kind !== 'json' || answer.status >= 400 || code === '') {
    return { kind: 'unclear', reason: `HTTP ${answer.status}` }
  }
  const about = textOf(answer.body.CheckoutRequestID)
  // Only the CheckoutRequestID identifies the prompt. A failure may lack it, a success must not.
  if (about !== checkoutRequestId && (about !== '' || code === '0')) {
    return { kind: 'unclear', reason: 'an answer about another request' }
  }
  if (code === '0') return { kind: 'paid' }
  if (!isFailureCode(code)) return { kind: 'unclear', reason: `ResultCode ${code}` }
  return { kind: 'failed', code }
}
