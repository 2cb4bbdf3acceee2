import { type Answer, errorEnvelope, isTurnedAway } from './call.ts'
import { type DarajaContext, postWithToken } from './post.ts'
import { textOf } from './wire-text.rules.ts'

export type UrlsRequest = {
  validationUrl: string
  confirmationUrl: string
  /** M-Pesa's decision if our validation is silent. */
  unanswered: 'Completed' | 'Cancelled'
}

export type UrlsAnswer = {
  raw: unknown
} /** `already`: an address was registered before, ours or not; only Safaricom can change it. */ & (
  | { kind: 'registered'; already: boolean }
  | { kind: 'refused'; code: string }
  | { kind: 'later' }
  /** The addresses may be registered. A repeated call shows whether they are. */
  | { kind: 'unknown' }
)

/** Registers the callback addresses of a shortcode. One registration is enough. */
export async function registerUrls(
  context: DarajaContext,
  request: UrlsRequest,
): Promise<UrlsAnswer> {
  const answer = await postWithToken(context, '/mpesa/c2b/v2/registerurl', {
    ShortCode: context.settings.shortcode,
    ResponseType: request.unanswered,
    ConfirmationURL: request.confirmationUrl,
    ValidationURL: request.validationUrl,
  })
  return readUrlsAnswer(answer)
}

export function readUrlsAnswer(answer: Answer): UrlsAnswer {
  if (answer.kind === 'unreachable') return { kind: 'refused', code: 'unreachable', raw: answer }
  if (answer.kind === 'silent') return { kind: 'unknown', raw: answer }
  const raw = answer.kind === 'json' ? answer.body : { status: answer.status, text: answer.text }
  if (isTurnedAway(answer)) return { kind: 'later', raw }
  const envelope = errorEnvelope(answer)
  // M-Pesa uses the code of internal errors for 'already registered' too; only the message differs.
  if (envelope && /already registered/i.test(envelope.message)) {
    return { kind: 'registered', already: true, raw }
  }
  if (envelope?.code.startsWith('4')) return { kind: 'refused', code: envelope.code, raw }
  if (envelope || answer.kind !== 'json') return { kind: 'unknown', raw }
  const code = textOf(answer.body.ResponseCode)
  if (code === '0') return { kind: 'registered', already: false, raw }
  return code && answer.status < 500 ? { kind: 'refused', code, raw } : { kind: 'unknown', raw }
}
