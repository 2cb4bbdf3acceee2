import { constants, publicEncrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { assertOutsideTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { toWholeKes } from '../../platform/values/money.rules.ts'
import { type Answer, errorEnvelope, isTurnedAway } from './call.ts'
import { type DarajaContext, postWithToken } from './post.ts'
import { isFailureCode, textOf } from './wire-text.rules.ts'

// M-Pesa accepts the request first, and posts its result to one of two addresses later.

export type ReplyAddresses = {
  resultUrl: string
  /** M-Pesa calls this if the request expired in its queue. The result is then unknown. */
  timeoutUrl: string
}

export type DarajaResult = { raw: unknown } & (
  | { kind: 'accepted'; originatorConversationId: string; conversationId: string }
  /** B2C: M-Pesa took an earlier payment with this id, whether it was paid or not. */
  | { kind: 'duplicate' }
  /** M-Pesa certainly did nothing. `code` is M-Pesa's or our own. */
  | { kind: 'refused'; code: string }
  /** M-Pesa certainly did nothing. A repeated request may soon succeed. */
  | { kind: 'later' }
  /** M-Pesa may execute the request. */
  | { kind: 'unknown' }
)

/** `initiator` is the name of the operation's field for the initiator. */
async function postOperation(
  context: DarajaContext,
  path: string,
  addresses: ReplyAddresses,
  { initiator, ...fields }: { initiator: 'Initiator' | 'InitiatorName' } & Record<string, unknown>,
): Promise<DarajaResult> {
  assertOutsideTransaction(`A call to ${path}`)
  const { settings } = context
  const SecurityCredential = makeSecurityCredential(settings)
  if (SecurityCredential === null) {
    context.log.error('MPESA_SECURITY_CERTIFICATE cannot be read: no request is sent to M-Pesa')
    return { kind: 'refused', code: 'no_certificate', raw: null }
  }
  const answer = await postWithToken(context, path, {
    [initiator]: settings.initiatorName,
    SecurityCredential,
    ...fields,
    QueueTimeOutURL: addresses.timeoutUrl,
    ResultURL: addresses.resultUrl,
  })
  return readDarajaResult(answer)
}

export function readDarajaResult(answer: Answer): DarajaResult {
  if (answer.kind === 'unreachable') return { kind: 'refused', code: 'unreachable', raw: answer }
  if (answer.kind === 'silent') return { kind: 'unknown', raw: answer }
  const raw = answer.kind === 'json' ? answer.body : { status: answer.status, text: answer.text }
  if (isTurnedAway(answer)) return { kind: 'later', raw }
  const envelope = errorEnvelope(answer)
  if (envelope) {
    if (/duplicate originatorconversationid/i.test(envelope.message)) {
      return { kind: 'duplicate', raw }
    }
    // A 4xx code is a refusal before acceptance. With other codes M-Pesa may have accepted.
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
  return answer.status < 500 && isFailureCode(code)
    ? { kind: 'refused', code, raw }
    : { kind: 'unknown', raw }
}

type Settings = Pick<Deps['env']['mpesa'], 'initiatorPassword' | 'securityCertificate'>

/**
 * PKCS#1 v1.5 of the password alone, as Safaricom requires. Null without a readable certificate.
 */
function makeSecurityCredential(settings: Settings): string | null {
  const { initiatorPassword, securityCertificate } = settings
  try {
    // Reads the file for each request, because the sandbox may write it after our start.
    const key = securityCertificate.includes('-----BEGIN')
      ? securityCertificate
      : readFileSync(securityCertificate, 'utf8')
    const padding = constants.RSA_PKCS1_PADDING
    return publicEncrypt({ key, padding }, Buffer.from(initiatorPassword)).toString('base64')
  } catch {
    return null
  }
}

export type B2cRequest = ReplyAddresses & {
  /** Never changes: M-Pesa takes only one payment per id, even if the payment fails. */
  originatorConversationId: string
  /** 2547… or 2541… */
  phone: string
  /** A whole number of shillings, in cents. */
  amountCents: number
  /** 2 to 100 characters. */
  remarks: string
  /** Up to 100 characters; returned by a status query. */
  occasion: string
}

/** Pays a customer from the utility account. */
export async function requestB2c(
  context: DarajaContext,
  request: B2cRequest,
): Promise<DarajaResult> {
  return await postOperation(context, '/mpesa/b2c/v3/paymentrequest', request, {
    initiator: 'InitiatorName',
    OriginatorConversationID: request.originatorConversationId,
    CommandID: 'BusinessPayment',
    Amount: toWholeKes(request.amountCents),
    PartyA: context.settings.b2cShortcode,
    PartyB: Number(request.phone),
    Remarks: request.remarks,
    // The misspelling is M-Pesa's.
    Occassion: request.occasion,
  })
}

export type B2bRequest = ReplyAddresses & {
  payee: 'till' | 'paybill'
  shortCode: string
  /** A whole number of shillings, in cents. */
  amountCents: number
  /** A paybill's account. For a till our reference: at most 13 letters, digits and spaces. */
  accountReference: string
  /** 2 to 100 characters. */
  remarks: string
}

/** M-Pesa takes no id of ours: if its response is lost, a repeated request could pay twice. */
export async function requestB2b(
  context: DarajaContext,
  request: B2bRequest,
): Promise<DarajaResult> {
  return await postOperation(context, '/mpesa/b2b/v1/paymentrequest', request, {
    initiator: 'Initiator',
    CommandID: request.payee === 'till' ? 'BusinessBuyGoods' : 'BusinessPayBill',
    // The misspelling is M-Pesa's. Type 4 is an organization's shortcode, including tills.
    SenderIdentifierType: '4',
    RecieverIdentifierType: '4',
    Amount: toWholeKes(request.amountCents),
    PartyA: context.settings.shortcode,
    PartyB: request.shortCode,
    AccountReference: request.accountReference,
    Remarks: request.remarks,
  })
}

export type ReversalRequest = ReplyAddresses & {
  receipt: string
  /** The whole payment: M-Pesa does not document partial reversals. */
  amountCents: number
  /** 2 to 100 characters. */
  remarks: string
}

/** Reverses a payment. For a second request M-Pesa reports 'already reversed'. */
export async function requestReversal(
  context: DarajaContext,
  request: ReversalRequest,
): Promise<DarajaResult> {
  return await postOperation(context, '/mpesa/reversal/v1/request', request, {
    initiator: 'Initiator',
    CommandID: 'TransactionReversal',
    TransactionID: request.receipt,
    Amount: toWholeKes(request.amountCents),
    ReceiverParty: context.settings.shortcode,
    // The misspelling is M-Pesa's. Type 11 is an organization's shortcode.
    RecieverIdentifierType: '11',
    Remarks: request.remarks,
    Occasion: '',
  })
}

export type BalanceRequest = ReplyAddresses & {
  /** The shortcode that collects payments, or that pays customers. Both may be the same. */
  of: 'collection' | 'b2c'
  remarks: string
}

export async function requestBalance(
  context: DarajaContext,
  request: BalanceRequest,
): Promise<DarajaResult> {
  const { settings } = context
  return await postOperation(context, '/mpesa/accountbalance/v1/query', request, {
    initiator: 'Initiator',
    CommandID: 'AccountBalance',
    PartyA: request.of === 'b2c' ? settings.b2cShortcode : settings.shortcode,
    // Type 4 is an organization's shortcode.
    IdentifierType: '4',
    Remarks: request.remarks,
  })
}

/** A payment's receipt, or the OriginatorConversationID of a Reversal or B2C payment. */
export type StatusSubject = ({ receipt: string } | { originatorConversationId: string }) & {
  /** The shortcode in whose name the query is made. */
  of: 'collection' | 'b2c'
  remarks: string
}

export type StatusRequest = ReplyAddresses & StatusSubject

export async function requestStatus(
  context: DarajaContext,
  request: StatusRequest,
): Promise<DarajaResult> {
  const { settings } = context
  const subject =
    'receipt' in request
      ? { TransactionID: request.receipt }
      : { OriginalConversationID: request.originatorConversationId }
  return await postOperation(context, '/mpesa/transactionstatus/v1/query', request, {
    initiator: 'Initiator',
    CommandID: 'TransactionStatusQuery',
    ...subject,
    PartyA: request.of === 'b2c' ? settings.b2cShortcode : settings.shortcode,
    // Type 4 is an organization's shortcode.
    IdentifierType: '4',
    Remarks: request.remarks,
    Occasion: '',
  })
}
