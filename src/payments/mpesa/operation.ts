import { assertOutsideTransaction } from '../../platform/database/db.ts'
import { type Answer, errorEnvelope, isTurnedAway } from './call.ts'
import { type DarajaContext, postWithToken } from './post.ts'
import { makeSecurityCredential } from './security-credential.ts'
import { textOf } from './wire-text.rules.ts'

// Reversal, B2C, Transaction Status and Account Balance are accepted first; what came of them is
// posted later to one of two addresses.

export type ReplyAddresses = {
  resultUrl: string
  /** Told where it expired in M-Pesa's queue: then nobody knows what was done. */
  timeoutUrl: string
}

export type OperationAnswer = { raw: unknown } & (
  | { kind: 'accepted'; originatorConversationId: string; conversationId: string }
  /** Only of a payment to a customer: one under this id was taken before, whatever came of it. */
  | { kind: 'duplicate' }
  /** Certain: nothing was taken. `code` is one of M-Pesa's or a word of ours. */
  | { kind: 'refused'; code: string }
  /** Certain, and worth another try in a moment. */
  | { kind: 'later' }
  /** It may have been taken, and may be carried out. */
  | { kind: 'unknown' }
)

/** What is the same in all of them is added here; `initiator` is how this call spells the name. */
export async function postOperation(
  context: DarajaContext,
  path: string,
  addresses: ReplyAddresses,
  { initiator, ...fields }: { initiator: 'Initiator' | 'InitiatorName' } & Record<string, unknown>,
): Promise<OperationAnswer> {
  assertOutsideTransaction(`A call to ${path}`)
  const { settings } = context
  const SecurityCredential = makeSecurityCredential(settings)
  if (SecurityCredential === null) {
    context.log.error('MPESA_SECURITY_CERTIFICATE cannot be read: nothing is asked of M-Pesa')
    return { kind: 'refused', code: 'no_certificate', raw: null }
  }
  const answer = await postWithToken(context, path, {
    [initiator]: settings.initiatorName,
    SecurityCredential,
    ...fields,
    QueueTimeOutURL: addresses.timeoutUrl,
    ResultURL: addresses.resultUrl,
  })
  return readOperationAnswer(answer)
}

export function readOperationAnswer(answer: Answer): OperationAnswer {
  if (answer.kind === 'unreachable') return { kind: 'refused', code: 'unreachable', raw: answer }
  if (answer.kind === 'silent') return { kind: 'unknown', raw: answer }
  const raw = answer.kind === 'json' ? answer.body : { status: answer.status, text: answer.text }
  if (isTurnedAway(answer)) return { kind: 'later', raw }
  const envelope = errorEnvelope(answer)
  if (envelope) {
    if (/duplicate originatorconversationid/i.test(envelope.message)) {
      return { kind: 'duplicate', raw }
    }
    // The gateway looks at a request before it takes it; an internal error may come from behind it.
    return envelope.code.startsWith('4')
      ? { kind: 'refused', code: envelope.code, raw }
      : { kind: 'unknown', raw }
  }
  if (answer.kind !== 'json') return { kind: 'unknown', raw }
  const code = textOf(answer.body.ResponseCode)
  const conversationId = textOf(answer.body.ConversationID)
  const originatorConversationId = textOf(answer.body.OriginatorConversationID)
  if (code === '0' && conversationId && originatorConversationId) {
    return { kind: 'accepted', originatorConversationId, conversationId, raw }
  }
  return answer.status < 500 && code && code !== '0'
    ? { kind: 'refused', code, raw }
    : { kind: 'unknown', raw }
}
