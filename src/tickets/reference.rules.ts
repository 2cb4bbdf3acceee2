import { readOrderCode } from '../orders/order-code.rules.ts'
import { readTicketNumber } from './number.rules.ts'

/** A pasted M-PESA message has about 300 characters. */
export const REFERENCE_MAX = 4000
const CODES_MAX = 30

/** Each list begins with the likeliest reference. An ambiguous short text fills several lists. */
export type Reference = {
  numbers: string[]
  receipts: string[]
  /** Order codes. Buyers who pay by paybill type the order code as the account number. */
  codes: string[]
}

const RECEIPT = /^[A-Z0-9]{6,20}$/
const RECEIPT_LENGTH = 10
/** A receipt of ten symbols, followed by 'Confirmed' in English or Swahili. */
const CONFIRMED = /(?:^|[^A-Z0-9])([A-Z0-9]{10})[\s.,:]*(?:CONFIRMED|IMETHIBITISHWA)/g
/**
 * A receipt contains both letters and digits, unlike a phone number or a word. The pattern has no
 * look-behind, because Safari before 16.4 does not support it.
 */
const IN_WORDS = /(^|[^A-Z0-9])((?=[0-9]*[A-Z])(?=[A-Z]*[0-9])[A-Z0-9]{10})(?![A-Z0-9])/g
const ACCOUNT_WORDS = '(?:ACCOUNT|ACC|A/C|AKAUNTI)[\\s.:#]*(?:NO|NUMBER)?[\\s.:#]*'
const AFTER_ACCOUNT = new RegExp(`${ACCOUNT_WORDS}$`)
const ACCOUNT_CODE = new RegExp(`${ACCOUNT_WORDS}([A-Z0-9]{4}-?[A-Z0-9]{4})(?![A-Z0-9])`, 'g')
const ACCOUNT_LENGTH = 24
const IN_ADDRESS = /\/T\/([^\s/?#]+)/g
/**
 * Ticket numbers in groups of four, as SMS show them. Tries each word as the start of a number,
 * because a word of four letters before the number looks like a group.
 */
const IN_FOURS = /(?:^|[^A-Z0-9])(?=([A-Z0-9]{4}(?:[ -]?[A-Z0-9]{4}){3})(?![A-Z0-9]))/g
/** A shorter text counts as typed by hand, perhaps with an error, and not as a pasted message. */
const MESSAGE_MIN = 40

/** Searches the whole text: buyers may also paste a message of another shop, or our SMS's link. */
export function readReference(typed: string): Reference {
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toUpperCase()
  const found = readText(text)
  const [, rest] = WORD_BEFORE.exec(text) ?? []
  if (rest === undefined) return found
  const behind = readText(rest)
  return {
    numbers: likeliest([...found.numbers, ...behind.numbers]),
    receipts: likeliest([...found.receipts, ...behind.receipts]),
    codes: likeliest([...found.codes, ...behind.codes]),
  }
}

const WORD_BEFORE = /^TKT[^A-Z0-9]*([A-Z0-9].*)$/s

/** Symbols that are often confused, each with all symbols that may be meant. */
const CONFUSED: Record<string, string> = {
  O: 'O0',
  0: '0O',
  S: 'S5',
  5: '5S',
  I: 'I1',
  L: 'L1',
  1: '1IL',
}
const VARIANTS_MAX = 32

/**
 * The receipts that may be meant if symbols were confused, such as O for 0. Empty if the text has
 * several receipts. Callers accept a variant only if exactly one order fits.
 */
export function nearReceipts({ receipts }: Reference): string[] {
  const typed = receipts.filter((receipt) => receipt.length === RECEIPT_LENGTH)
  if (typed.length !== 1) return []
  let variants = ['']
  for (const symbol of typed[0]!) {
    const meant = [...(CONFUSED[symbol] ?? symbol)]
    variants = variants.flatMap((head) => meant.map((one) => head + one))
    if (variants.length > VARIANTS_MAX) return []
  }
  return variants.filter((receipt) => receipt !== typed[0])
}

function readText(text: string): Reference {
  const code = readOrderCode(text)
  return {
    numbers: likeliest(numbersIn(text)),
    receipts: likeliest(
      RECEIPT.test(text) ? [text] : [...spacedReceipt(text), ...receiptsIn(text)],
    ),
    codes: likeliest(code ? [code] : firstGroups(text, ACCOUNT_CODE).flatMap(codeOf)),
  }
}

const likeliest = (found: string[]) => [...new Set(found)].slice(0, CODES_MAX)
const firstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group!)
const codeOf = (text: string) => [readOrderCode(text)].filter((code) => code !== null)
const numberOf = (text: string) => [readTicketNumber(text)].filter((number) => number !== null)

function numbersIn(text: string): string[] {
  const linked = firstGroups(text, IN_ADDRESS).flatMap(numberOf)
  const printed = text.length < MESSAGE_MIN ? [] : firstGroups(text, IN_FOURS)
  const numbered = printed.filter((fours) => /\d/.test(fours)).flatMap(numberOf)
  return [...linked, ...numberOf(text), ...numbered]
}

/** 'RG56 TYHJ 8K', as people read it out. */
function spacedReceipt(text: string): string[] {
  const bare = text.length < MESSAGE_MIN ? text.replace(/[\s\p{Pd}]/gu, '') : ''
  return bare.length === RECEIPT_LENGTH
    ? [...bare.matchAll(IN_WORDS)].map(([, , word]) => word!)
    : []
}

function receiptsIn(message: string): string[] {
  const accounts: string[] = []
  const others: string[] = []
  for (const { 1: sign, 2: word, index } of message.matchAll(IN_WORDS)) {
    const start = index + sign!.length
    const before = message.slice(Math.max(0, start - ACCOUNT_LENGTH), start)
    const list = AFTER_ACCOUNT.test(before) ? accounts : others
    list.push(word!)
  }
  return [...firstGroups(message, CONFIRMED), ...others, ...accounts]
}
