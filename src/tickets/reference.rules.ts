import { readOrderCode } from '../orders/order-code.rules.ts'
import { readTicketNumber } from './number.rules.ts'

/** The longest text to search. A pasted M-PESA message has about 300 characters. */
export const REFERENCE_MAX = 1000

/**
 * The references that a text may contain. Several are set if a short text can be read in more than
 * one way.
 */
export type Reference = {
  /** A ticket number. */
  number: string | null
  receipt: string | null
  /** An order code, which a buyer types as account number when paying by paybill. */
  code: string | null
}

const RECEIPT = /^[A-Z0-9]{6,20}$/
/** The beginning of an M-PESA message: a receipt of ten symbols and the word 'Confirmed'. */
const CONFIRMED = /(?<![A-Z0-9])([A-Z0-9]{10})[\s.,:]*(?:CONFIRMED|IMETHIBITISHWA)/
/** A receipt has both letters and digits. So it is neither a phone number nor a word. */
const IN_WORDS = /(?<![A-Z0-9])(?=[0-9]*[A-Z])(?=[A-Z]*[0-9])[A-Z0-9]{10}(?![A-Z0-9])/g
/** Words in front of the account number in an M-PESA message. */
const ACCOUNT = /(?:ACCOUNT|ACC|A\/C|AKAUNTI)[\s.:#]*(?:NO|NUMBER)?[\s.:#]*$/
const ACCOUNT_LENGTH = 24
const IN_ADDRESS = /\/T\/([^\s/?#]+)/

/**
 * Finds the ticket number, M-PESA receipt or order code in a typed or pasted text. An M-PESA
 * message holds the receipt among other codes, and our own SMS holds a link.
 */
export function readReference(typed: string): Reference {
  const text = typed.trim().toUpperCase()
  return {
    number: readTicketNumber(IN_ADDRESS.exec(text)?.[1] ?? text),
    receipt: RECEIPT.test(text) ? text : receiptIn(text),
    code: readOrderCode(text),
  }
}

function receiptIn(message: string): string | null {
  const confirmed = CONFIRMED.exec(message)?.[1]
  if (confirmed) return confirmed
  for (const { 0: word, index } of message.matchAll(IN_WORDS)) {
    if (!ACCOUNT.test(message.slice(Math.max(0, index - ACCOUNT_LENGTH), index))) return word
  }
  return null
}
