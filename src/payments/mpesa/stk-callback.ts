import { toCents } from '../../platform/values/money.rules.ts'
import { type Fields, fieldsOf, parseFields, phoneOf, textOf } from './wire-text.rules.ts'

/** `phone` is whose money it was, 2547… or 2541…; null where it is masked, hashed or missing. */
type Paid = { checkoutRequestId: string; phone: string | null }

export type CallbackResult =
  | (Paid & { kind: 'paid'; receipt: string; amountCents: number })
  /** Says that it was paid, but not what or under which receipt. */
  | (Paid & { kind: 'paid_without_proof' })
  | { kind: 'failed'; checkoutRequestId: string; code: string }
  | { kind: 'unreadable'; reason: string }

// More than any payment.
const MAX_CENTS = 1e11
const RECEIPT = /^[A-Z0-9]{6,20}$/

/** Reads a callback as it came. Fields may be missing, doubled, strings or numbers. */
export function readStkCallback(text: string): CallbackResult {
  const callback = findCallback(text)
  if (!callback) return { kind: 'unreadable', reason: 'no stkCallback in it' }
  const checkoutRequestId = textOf(callback.CheckoutRequestID)
  const code = textOf(callback.ResultCode)
  if (code === '') return { kind: 'unreadable', reason: 'no ResultCode' }
  // Compared as text: 'SFC_IC0003' is one of the codes.
  if (code !== '0') return { kind: 'failed', checkoutRequestId, code }
  const items = readItems(callback.CallbackMetadata)
  const phone = phoneOf(textOf(items.get('PhoneNumber')))
  const receipt = textOf(items.get('MpesaReceiptNumber')).toUpperCase()
  const amountCents = toCents(Number(textOf(items.get('Amount')) || Number.NaN))
  if (!RECEIPT.test(receipt) || !amountCents || amountCents < 0 || amountCents > MAX_CENTS) {
    return { kind: 'paid_without_proof', checkoutRequestId, phone }
  }
  return { kind: 'paid', checkoutRequestId, phone, receipt, amountCents }
}

function findCallback(text: string): Fields | null {
  return fieldsOf(fieldsOf(parseFields(text)?.Body)?.stkCallback)
}

// Looked up by name: order and presence vary, and Balance comes without a value.
function readItems(metadata: unknown): Map<string, unknown> {
  const list = fieldsOf(metadata)?.Item
  const items = Array.isArray(list) ? list : []
  return new Map(
    items.map((item) => [textOf(fieldsOf(item)?.Name), fieldsOf(item)?.Value] as const),
  )
}
