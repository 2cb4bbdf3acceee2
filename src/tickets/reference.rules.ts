import { readOrderCode } from '../orders/order-code.rules.ts'
import { readTicketNumber } from './number.rules.ts'

/** A pasted M-PESA message has some 300 symbols. */
export const REFERENCE_MAX = 1000

/** What a text may name; several, where a short one can be read in more than one way. */
export type Reference = {
  /** Of a ticket. */
  number: string | null
  receipt: string | null
  /** Of an order: the account of its payment. */
  code: string | null
}

const RECEIPT = /^[A-Z0-9]{6,20}$/
/** M-PESA begins its message so; a receipt has ten symbols. */
const CONFIRMED = /(?<![A-Z0-9])([A-Z0-9]{10})[\s.,:]*(?:CONFIRMED|IMETHIBITISHWA)/
/** Letters and digits both: a phone number has no letters, a word no digits. */
const IN_WORDS = /(?<![A-Z0-9])(?=[0-9]*[A-Z])(?=[A-Z]*[0-9])[A-Z0-9]{10}(?![A-Z0-9])/g
/** What follows is the account that was paid to. */
const ACCOUNT = /(?:ACCOUNT|ACC|A\/C|AKAUNTI)[\s.:#]*(?:NO|NUMBER)?[\s.:#]*$/
const ACCOUNT_LENGTH = 24
const IN_ADDRESS = /\/T\/([^\s/?#]+)/

/**
 * The ticket's number, M-PESA receipt or order's code in what was typed, or pasted whole: a message
 * of M-PESA holds the receipt among other codes and numbers, and our own SMS an address.
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
