import { toCents } from '../../platform/values/money.rules.ts'
import {
  type Fields,
  fieldsOf,
  isFailureCode,
  parseFields,
  phoneOf,
  textOf,
} from './wire-text.rules.ts'

/** `phone` is null if masked, hashed or missing. */
type Paid = { checkoutRequestId: string; phone: string | null }

export type CallbackResult =
  | (Paid & { kind: 'paid'; receipt: string; amountCents: number })
  /** A success without amount or receipt. */
  | (Paid & { kind: 'paid_without_proof' })
  | { kind: 'failed'; checkoutRequestId: string; code: string }
  /** A code that M-Pesa does not use, such as '00' or a word. Only a query can show the result. */
  | { kind: 'unclear'; checkoutRequestId: string; code: string }
  | { kind: 'unreadable'; reason: string }

// A limit in cents that no payment reaches.
const MAX_CENTS = 1e11
const RECEIPT = /^[A-Z0-9]{6,20}$/

/** Reads the callback of a prompt. Its fields may be missing, repeated, strings or numbers. */
export function readStkCallback(text: string): CallbackResult {
  const callback = findCallback(text)
  if (!callback) return { kind: 'unreadable', reason: 'no stkCallback in it' }
  const checkoutRequestId = textOf(callback.CheckoutRequestID)
  const code = textOf(callback.ResultCode)
  if (code === '') return { kind: 'unreadable', reason: 'no ResultCode' }
  if (code !== '0') {
    return { kind: isFailureCode(code) ? 'failed' : 'unclear', checkoutRequestId, code }
  }
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

// Reads items by name: the order varies, items may be missing, and Balance has no value.
function readItems(metadata: unknown): Map<string, unknown> {
  const list = fieldsOf(metadata)?.Item
  const items = Array.isArray(list) ? list : []
  return new Map(
    items.map((item) => [textOf(fieldsOf(item)?.Name), fieldsOf(item)?.Value] as const),
  )
}
