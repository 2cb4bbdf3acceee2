import { assertOutsideTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { maskPhones } from '../../platform/log.ts'

export type SmsResult =
  | { kind: 'accepted'; messageId: string; status: string }
  /** The phone will never receive this SMS. */
  | { kind: 'refused'; reason: string }
  /** Not accepted now, and probably never. The SMS is retried once, half an hour later. */
  | { kind: 'once_more'; reason: string }
  /** `alert`: an operator must act on our account. `tooMany`: we exceeded the gateway's rate. */
  | { kind: 'later'; reason: string; alert: boolean; tooMany?: true }
  /** No clear response: the gateway may have accepted the SMS. */
  | { kind: 'doubtful'; reason: string }

/** Sends one SMS; `phone` is 2547… without a plus. */
export type SmsGateway = { send(phone: string, body: string): Promise<SmsResult> }

export function makeSmsGateway(settings: Deps['env']['sms']): SmsGateway {
  return { send: (phone, body) => sendSms(settings, phone, body) }
}

const TIMEOUT_MS = 20_000

const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/

async function sendSms(
  settings: Deps['env']['sms'],
  phone: string,
  body: string,
): Promise<SmsResult> {
  assertOutsideTransaction('Sending an SMS')
  const form = new URLSearchParams({
    username: settings.username,
    to: `+${phone}`,
    message: body,
    bulkSMSMode: '1',
    enqueue: '1',
  })
  if (settings.senderId) form.set('from', settings.senderId)
  try {
    const response = await fetch(`${settings.baseUrl}/version1/messaging`, {
      method: 'POST',
      headers: { apiKey: settings.apiKey, accept: 'application/json' },
      body: form,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return readSmsResponse(response.status, await response.text())
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name
    return NEVER_CONNECTED.test(cause)
      ? { kind: 'later', reason: cause, alert: false }
      : { kind: 'doubtful', reason: cause }
  }
}

const ACCEPTED = new Set([100, 101, 102])
// The gateway's codes for wrong or blocked numbers. 406 means that the phone opted out of our
// sender.
const REFUSED = new Set([403, 404, 406, 409])
// The gateway's codes for phones without a route, and for operators that refuse the SMS. The cause
// can be permanent or a temporary outage.
const ONCE_MORE = new Set([407, 502])
// Problems of our account: suspended, an unregistered sender, or no credit.
const ACCOUNT = new Set([401, 402, 405])

/** Reads a response of Africa's Talking. A refused recipient comes with status 201 too. */
export function readSmsResponse(status: number, text: string): SmsResult {
  if (status === 401 || status === 403) {
    return { kind: 'later', reason: `HTTP ${status}: the key is not accepted`, alert: true }
  }
  // A proxy lost the gateway's response, so the gateway may have accepted the SMS.
  if (status === 502 || status === 504) return { kind: 'doubtful', reason: `HTTP ${status}` }
  if (status === 429) return { kind: 'later', reason: 'HTTP 429', alert: false, tooMany: true }
  if (status >= 500) return { kind: 'later', reason: `HTTP ${status}`, alert: false }
  // Only the refusal 'Do not disturb' has its own HTTP status.
  if (status === 409) return { kind: 'refused', reason: 'HTTP 409' }
  const data = parse(text)
  const taken = status >= 200 && status < 300
  const recipients = data?.Recipients
  // The gateway accepted the SMS, but the response contains no readable id.
  if (taken && !Array.isArray(recipients)) {
    return { kind: 'doubtful', reason: `HTTP ${status} without recipients` }
  }
  const recipient = Array.isArray(recipients) ? recipients[0] : undefined
  if (!recipient) {
    // The gateway refused the whole request. The reason is a sentence, such as 'InvalidSenderId'.
    const reason = `HTTP ${status}: ${data?.Message ?? text.slice(0, 200)}`
    return { kind: 'later', reason: maskPhones(reason), alert: true }
  }
  return readRecipient(recipient)
}

function readRecipient(recipient: Recipient): SmsResult {
  const code = Number(recipient.statusCode)
  const messageId = String(recipient.messageId ?? '')
  const reason = `${code} ${recipient.status ?? ''}`.trim()
  if (ACCEPTED.has(code)) {
    return messageId && messageId !== 'None'
      ? { kind: 'accepted', messageId, status: String(recipient.status ?? 'Sent') }
      : { kind: 'doubtful', reason: `${reason} without an id` }
  }
  if (REFUSED.has(code)) return { kind: 'refused', reason }
  if (ONCE_MORE.has(code)) return { kind: 'once_more', reason }
  return { kind: 'later', reason, alert: ACCOUNT.has(code) }
}

type Recipient = { statusCode?: unknown; status?: string; messageId?: unknown }
type SmsData = { Message?: string; Recipients?: Recipient[] }

function parse(text: string): SmsData | null {
  try {
    return (JSON.parse(text) as { SMSMessageData?: SmsData }).SMSMessageData ?? null
  } catch {
    return null
  }
}
