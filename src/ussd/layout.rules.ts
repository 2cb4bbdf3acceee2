// The layout of every screen: keeps each screen within the length that a phone shows.
import { gsmName, shorten, toGsm } from '../messages/sms.rules.ts'

/** The length of a screen on Safaricom's phones, in GSM characters of one septet each. */
const SCREEN_MAX = 160

/**
 * A line of a screen: our own words around a name (of an event, a type or a gate). Only the name
 * may be shortened. `instead` replaces a name if phones can show none of its letters.
 */
export type Line = string | { before?: string; name: string; after?: string; instead?: string }

type Fitted = { before: string; name: string; after: string }

/** Short names stay whole, and longer ones share the rest of the room equally. */
export function layOut(lines: readonly Line[]): string {
  const parts = lines.map(readLine)
  const share = shareOf(
    parts.map(({ name }) => name.length),
    roomOf(parts),
  )
  const text = parts.map(
    ({ before, name, after }) => before + shorten(name, Math.max(0, share)) + after,
  )
  return text.join('\n').slice(0, SCREEN_MAX)
}

/** The fewest letters of a shortened name, so that callers still recognise it. */
const NAME_LEAST = 4

/** Whether our own words leave at least NAME_LEAST letters for each name. */
export function hasRoom(lines: readonly Line[]): boolean {
  const parts = lines.map(readLine)
  const least = parts.reduce((sum, { name }) => sum + Math.min(name.length, NAME_LEAST), 0)
  return roomOf(parts) >= least
}

/** Whether all lines fit with whole names. */
export function fitsWhole(lines: readonly Line[]): boolean {
  const parts = lines.map(readLine)
  return roomOf(parts) >= parts.reduce((sum, { name }) => sum + name.length, 0)
}

function roomOf(parts: readonly Fitted[]): number {
  const fixed = parts.reduce((sum, { before, after }) => sum + before.length + after.length, 0)
  return SCREEN_MAX - fixed - (parts.length - 1)
}

function readLine(line: Line): Fitted {
  const {
    before = '',
    name,
    after = '',
    instead = '',
  } = typeof line === 'string' ? { name: '', after: line } : line
  // Our own words keep the spaces around a name.
  return { before: gsmText(before), name: gsmName(name, instead), after: gsmText(after) }
}

const gsmText = (text: string) => text.split(' ').map(toGsm).join(' ')

/** The maximum length per name at which all names together fit into `room`. */
function shareOf(lengths: readonly number[], room: number): number {
  let left = room
  const sorted = lengths.toSorted((a, b) => a - b)
  for (const [at, length] of sorted.entries()) {
    const each = Math.floor(left / (sorted.length - at))
    if (length > each) return each
    left -= length
  }
  return SCREEN_MAX
}
