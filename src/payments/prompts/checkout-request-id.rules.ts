import { NAIROBI_AHEAD_MS } from '../../platform/values/nairobi.rules.ts'

// ws_CO_, then DDMMYYYYHHMMSSmmm in Nairobi, then the phone without 254.
const ID = /^ws_CO_(\d\d)(\d\d)(\d{4})(\d\d)(\d\d)(\d\d)\d{3}(\d{9})$/
// Clocks differ, and the push takes some time.
const NEAR_MS = 2 * 60_000

/** A phone shows one prompt at a time, so another prompt's id hardly ever fits phone and time. */
export function matchesPrompt(id: string, prompt: { phone: string; at: Date }): boolean {
  const [, day, month, year, hour, minute, second, subscriber] = ID.exec(id) ?? []
  if (!subscriber || prompt.phone !== `254${subscriber}`) return false
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - NAIROBI_AHEAD_MS
  return Math.abs(at - prompt.at.getTime()) <= NEAR_MS
}
