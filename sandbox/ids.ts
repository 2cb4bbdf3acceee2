import { randomBytes, randomInt } from 'node:crypto'
import { nairobiCheckoutStamp, nairobiStamp } from './clock.ts'

const RECEIPT_SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const DAY_SYMBOLS = '123456789ABCDEFGHIJKLMNOPQRSTUV'

function hex(length: number): string {
  return randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)
}

/** The Nairobi date in three characters: year (A is 2006), month, day. */
function datePrefix(at: number): string {
  const stamp = nairobiStamp(at)
  const year = RECEIPT_SYMBOLS[(Number(stamp.slice(0, 4)) - 2006) % 26]
  const month = RECEIPT_SYMBOLS[Number(stamp.slice(4, 6)) - 1]
  const day = DAY_SYMBOLS[Number(stamp.slice(6, 8)) - 1]
  return `${year}${month}${day}`
}

/** An M-Pesa receipt: ten characters that begin with the date. */
export function drawReceipt(at: number): string {
  let rest = ''
  for (let i = 0; i < 7; i++) rest += RECEIPT_SYMBOLS[randomInt(RECEIPT_SYMBOLS.length)]
  return `${datePrefix(at)}${rest}`
}

/** The placeholder for the receipt in the result of a request that moved no money. */
export function noReceipt(at: number): string {
  return `${datePrefix(at)}0000000`
}

/** An id that M-Pesa gives to a request whose result M-Pesa posts later. */
export function conversationId(at: number): string {
  return `AG_${nairobiStamp(at).slice(0, 8)}_${hex(20)}`
}

/**
 * Returns a CheckoutRequestID. Like the real id, it contains the time and the nine digits of the
 * subscriber's number.
 */
export function checkoutRequestId(at: number, msisdn: string): string {
  return `ws_CO_${nairobiCheckoutStamp(at)}${msisdn.slice(3)}`
}

/** Daraja's request id: parts of a UUID with a running number at the end. */
export function requestId(): string {
  return `${hex(4)}-4${hex(3)}-${hex(4)}-${hex(12)}${randomInt(100_000, 9_999_999)}`
}

/** The older format of a request id, which Pull Transactions still returns. */
export function pullReference(): string {
  return `${randomInt(10_000, 99_999)}-${randomInt(10_000_000, 99_999_999)}-${randomInt(1, 3)}`
}

export function messageId(): string {
  return `ATXid_${hex(32)}`
}

export function sessionId(): string {
  return `ATUid_${hex(32)}`
}

export function mailId(): string {
  return hex(16)
}

/** An access token: 28 random characters, like the real gateway's tokens. */
export function accessToken(): string {
  return randomBytes(21).toString('base64url')
}
