import { SMS_AIM_SEPTETS, SMS_MAX_SEPTETS, septetsOf, toGsm } from './sms.rules.ts'

// Parts of a longer SMS carry a header, which takes seven septets or three symbols of each.
const GSM_PART = 153
const UCS2_MAX = 70
const UCS2_PART = 67

export type SmsCount = {
  alphabet: 'GSM-7' | 'UCS-2'
  /** Septets of GSM-7, where €, [ and their like take two; UTF-16 units of UCS-2. */
  length: number
  /** Each is paid for. */
  parts: number
  /** Why it is UCS-2; each once. */
  culprits: string[]
}

/** What a text would take as an SMS, just as it stands. */
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

/** No part ends within a symbol of two septets. */
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

/**
 * For who writes what goes out by SMS: how long it is there, and where a symbol of it would switch a
 * whole SMS to UCS-2, which one, what that costs, and how it is written instead.
 */
export function smsHint(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const { alphabet, length, parts, culprits } = countSms(typed)
  if (alphabet === 'GSM-7') {
    return `In SMS: ${count(length, 'character')}, GSM-7, ${count(parts, 'part')}.`
  }
  const shown = culprits.slice(0, SHOWN_MAX).join(' ')
  const more = culprits.length > SHOWN_MAX ? ' ...' : ''
  const cost = partsOf(SMS_AIM_SEPTETS, UCS2_MAX, UCS2_PART)
  const plain = toGsm(typed)
  return [
    `${shown}${more} would make an SMS UCS-2: ${cost} parts in place of 1.`,
    plain
      ? `So it says: ${plain} (${count(plain.length, 'character')}, GSM-7).`
      : 'So it leaves this out.',
  ].join(' ')
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
