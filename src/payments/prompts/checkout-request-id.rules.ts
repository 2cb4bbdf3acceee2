import { NAIROBI_AHEAD_MS } from '../../platform/values/nairobi.rules.ts'

// An id is ws_CO_, then day, month, year and time in Nairobi to the millisecond, then the phone
// without its 254.
const ID = /^ws_CO_(\d\d)(\d\d)(\d{4})(\d\d)(\d\d)(\d\d)\d{3}(\d{9})$/
// How far the id's time may be from ours: clocks differ, and the push takes some time.
const NEAR_MS = 2 * 60_000

/**
 * Whether M-Pesa would give this CheckoutRequestID to a prompt on this phone at this time. A phone
 * shows one prompt at a time, so the id of another prompt hardly ever matches. Ids in older formats
 * contain less and match no prompt.
 */
export function matchesPrompt(id: string, prompt: { phone: string; at: Date }): boolean {
  const [, day, month, year, hour, minute, second, subscriber] = ID.exec(id) ?? []
  if (!subscriber || prompt.phone !== `254${subscriber}`) return false
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - NAIROBI_AHEAD_MS
  return Math.abs(at - prompt.at.getTime()) <= NEAR_MS
}
