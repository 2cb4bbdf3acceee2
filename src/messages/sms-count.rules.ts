import { gsmName, SMS_AIM_SEPTETS, SMS_MAX_SEPTETS, septetsOf, toGsm } from './sms.rules.ts'

// Each part of a longer SMS has a header, which takes seven septets or three UCS-2 symbols.
const GSM_PART = 153
const UCS2_MAX = 70
const UCS2_PART = 67

type SmsCount = {
  alphabet: 'GSM-7' | 'UCS-2'
  /** The length: GSM-7 in septets (two for symbols such as € and [), UCS-2 in UTF-16 units. */
  length: number
  /** The number of parts. Each part is billed. */
  parts: number
  /** The symbols of the text that GSM-7 does not have, without duplicates. */
  culprits: string[]
}

/** The size of a text as an SMS, without replacing any symbol. */
export function countSms(text: string): SmsCount {
  const symbols = [...text]
  const culprits = [...new Set(symbols.filter((symbol) => septetsOf(symbol) === 0))]
  if (culprits.length > 0) {
    const { length } = text
    return { alphabet: 'UCS-2', length, parts: partsOf(length, UCS2_MAX, UCS2_PART), culprits }
  }
  const sizes = symbols.map(septetsOf)
  const length = sizes.reduce<number>((sum, size) => sum + size, 0)
  const parts = length <= SMS_MAX_SEPTETS ? Math.min(1, length) : gsmParts(sizes)
  return { alphabet: 'GSM-7', length, parts, culprits }
}

/** The number of parts in GSM-7. A symbol of two septets is never split between two parts. */
function gsmParts(sizes: readonly number[]): number {
  let [parts, room] = [1, GSM_PART]
  for (const size of sizes) {
    if (size > room) {
      parts += 1
      room = GSM_PART
    }
    room -= size
  }
  return parts
}

function partsOf(length: number, max: number, part: number): number {
  return length <= max ? Math.min(1, length) : Math.ceil(length / part)
}

const SHOWN_MAX = 6

/** The size of a text as an SMS, in technical terms: 'GSM-7, 9 characters, 1 part'. */
export function smsDetail(text: string): string {
  const { alphabet, length, parts } = countSms(text.trim())
  return `${alphabet}, ${count(length, 'character')}, ${count(parts, 'part')}`
}

/** The hint for a text that fits in one SMS. */
export const FITS = 'Fits in one SMS ✓'

/**
 * The hint below a form field whose text is sent by SMS. If GSM-7 has all symbols of the text, the
 * hint states the length. Otherwise the hint states the symbols that would make the SMS longer,
 * their cost, and the text that is sent instead. `instead` explains what SMS and USSD show if
 * GSM-7 has no letter or digit of the text. Undefined if the field is empty.
 */
export function smsHint(text: string, instead?: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  if (instead && gsmName(typed, '') === '') return `SMS and USSD cannot show this. ${instead}`
  const { alphabet, length, parts, culprits } = countSms(typed)
  if (alphabet === 'GSM-7') {
    if (parts === 1) return FITS
    return `Takes ${parts} SMS parts: ${length} characters.`
  }
  const shown = culprits.slice(0, SHOWN_MAX).join(' ')
  const more = culprits.length > SHOWN_MAX ? ' ...' : ''
  const cost = partsOf(SMS_AIM_SEPTETS, UCS2_MAX, UCS2_PART)
  const plain = toGsm(typed)
  return [
    `${shown}${more} would turn one SMS part into ${cost}.`,
    plain
      ? `We send: ${plain} (${count(plain.length, 'character')}).`
      : 'We leave this out of SMS.',
  ].join(' ')
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
