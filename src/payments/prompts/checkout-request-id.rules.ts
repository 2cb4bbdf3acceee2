import { NAIROBI_AHEAD_MS } from '../../platform/values/nairobi.rules.ts'

// ws_CO_, day, month, year and time in Nairobi to the millisecond, and the phone without its 254.
const ID = /^ws_CO_(\d\d)(\d\d)(\d{4})(\d\d)(\d\d)(\d\d)\d{3}(\d{9})$/
// Clocks differ, and a push may be under way for a while.
const NEAR_MS = 2 * 60_000

/**
 * Whether a CheckoutRequestID is one that M-Pesa would give to a prompt on this phone at this time.
 * A phone shows one prompt at a time, so there is hardly another; older ids, which say less, are
 * nobody's.
 */
export function matchesPrompt(id: string, prompt: { phone: string; at: Date }): boolean {
  const [, day, month, year, hour, minute, second, subscriber] = ID.exec(id) ?? []
  if (!subscriber || prompt.phone !== `254${subscriber}`) return false
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - NAIROBI_AHEAD_MS
  return Math.abs(at - prompt.at.getTime()) <= NEAR_MS
}
