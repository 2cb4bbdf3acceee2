import { toWholeKes } from '../../platform/values/money.rules.ts'
import { nairobiStamp } from '../../platform/values/nairobi.rules.ts'
import { type Answer, errorEnvelope, isTurnedAway } from './call.ts'
import { type DarajaContext, postWithToken } from './post.ts'
import { isFailureCode, textOf } from './wire-text.rules.ts'

export type PushRequest = {
  phone: string
  /** A whole number of shillings, in cents. At least one shilling. */
  amountCents: number
  /** Up to 12 letters and digits, shown as the account number. */
  accountReference: string
  callbackUrl: string
}

export type PushAnswer = { raw: unknown } & (
  | { kind: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  /** Certainly no prompt was sent. `code` is M-Pesa's or our own. */
  | { kind: 'refused'; code: string }
  /** Certainly no prompt was sent; a repetition may soon succeed. */
  | { kind: 'later' }
  /** The prompt may be on the phone. */
  | { kind: 'unknown' }
)

/** base64(shortcode + passkey + timestamp), with the timestamp of the request. */
export function pushPassword(
  settings: { shortcode: string; passkey: string },
  at: Date,
): { Password: string; Timestamp: string } {
  const Timestamp = nairobiStamp(at)
  const plain = settings.shortcode + settings.passkey + Timestamp
  return { Password: Buffer.from(plain).toString('base64'), Timestamp }
}

export async function requestPush(
  context: DarajaContext,
  request: PushRequest,
): Promise<PushAnswer> {
  const { settings } = context
  const answer = await postWithToken(context, '/mpesa/stkpush/v1/processrequest', {
    BusinessShortCode: Number(settings.shortcode),
    ...pushPassword(settings, context.clock.now()),
    TransactionType: settings.transactionType,
    Amount: toWholeKes(request.amountCents),
    PartyA: Number(request.phone),
    PartyB: Number(settings.partyB),
    PhoneNumber: Number(request.phone),
    CallBackURL: request.callbackUrl,
    AccountReference: request.accountReference,
    TransactionDesc: 'Tickets',
  })
  return readPushAnswer(answer)
}

export function readPushAnswer(answer: Answer): PushAnswer {
  if (answer.kind === 'unreachable') return { kind: 'refused', code: 'unreachable', raw: answer }
  if (answer.kind === 'silent') return { kind: 'unknown', raw: answer }
  const raw = answer.kind === 'json' ? answer.body : { status: answer.status, text: answer.text }
  if (isTurnedAway(answer)) return { kind: 'later', raw }
  const envelope = errorEnvelope(answer)
  if (envelope) return { ...readEnvelope(envelope), raw }
  if (answer.kind !== 'json') return { kind: 'unknown', raw }
  const checkoutRequestId = textOf(answer.body.CheckoutRequestID)
  const code = textOf(answer.body.ResponseCode)
  if (code === '0' && checkoutRequestId) {
    const merchantRequestId = textOf(answer.body.MerchantRequestID)
    return { kind: 'accepted', merchantRequestId, checkoutRequestId, raw }
  }
  // Only a failure code proves that no prompt was sent. Otherwise the prompt may be on the phone.
  return answer.status < 500 && isFailureCode(code)
    ? { kind: 'refused', code, raw }
    : { kind: 'unknown', raw }
}

function readEnvelope(envelope: {
  code: string
  message: string
}): { kind: 'unknown' } | { kind: 'refused'; code: string } {
  // An internal error, perhaps after the prompt was sent.
  if (envelope.code === '500.003.1001') return { kind: 'unknown' }
  // This code has four meanings, which only the message distinguishes.
  if (/unable to lock subscriber/i.test(envelope.message)) return { kind: 'refused', code: '1001' }
  return { kind: 'refused', code: envelope.code }
}
