import { centsOf, instantOf, parseFields, phoneOf, textOf } from './wire-text.rules.ts'

// Validation and confirmation have the same fields.

export type PaybillCall =
  | {
      kind: 'payment'
      receipt: string
      amountCents: number
      /** As the payer typed it. */
      account: string
      shortcode: string
      /** Null if M-Pesa masks or hashes it, as at present. */
      phone: string | null
      /** The payer's number as M-Pesa reports it, masked or not. */
      payer: string
      firstName: string
      at: Date | null
    }
  | { kind: 'unreadable'; reason: string }

const RECEIPT = /^[A-Z0-9]{6,20}$/
// A limit in cents that no payment reaches.
const MAX_CENTS = 1e11

export function readPaybillCall(text: string): PaybillCall {
  const fields = parseFields(text)
  if (!fields) return { kind: 'unreadable', reason: 'no JSON object' }
  const receipt = textOf(fields.TransID).toUpperCase()
  if (!RECEIPT.test(receipt)) return { kind: 'unreadable', reason: 'no TransID' }
  const amountCents = centsOf(textOf(fields.TransAmount))
  if (amountCents === null || amountCents <= 0 || amountCents > MAX_CENTS) {
    return { kind: 'unreadable', reason: 'no TransAmount' }
  }
  const payer = textOf(fields.MSISDN)
  return {
    kind: 'payment',
    receipt,
    amountCents,
    account: textOf(fields.BillRefNumber),
    shortcode: textOf(fields.BusinessShortCode),
    phone: phoneOf(payer),
    payer,
    firstName: textOf(fields.FirstName),
    at: instantOf(textOf(fields.TransTime)),
  }
}

const REFUSALS = {
  msisdn: 'C2B00011',
  account: 'C2B00012',
  amount: 'C2B00013',
  kyc: 'C2B00014',
  shortcode: 'C2B00015',
  other: 'C2B00016',
} as const

export type PaybillRefusal = keyof typeof REFUSALS

/** The response to a validation; null accepts the payment. */
export function validationAnswer(refusal: PaybillRefusal | null) {
  return refusal === null
    ? { ResultCode: '0', ResultDesc: 'Accepted' }
    : { ResultCode: REFUSALS[refusal], ResultDesc: 'Rejected' }
}

export const CONFIRMATION_ANSWER = { ResultCode: 0, ResultDesc: 'Success' } as const
