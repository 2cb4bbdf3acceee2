// Every screen is put together here, so that none is longer than a phone shows.
import { shorten, toGsm } from '../messages/sms.rules.ts'

/** What Safaricom's phones show at once, in GSM characters of one septet each. */
export const SCREEN_MAX = 160

/** One line: words of ours around a name of somebody's, which gives way. */
export type Line = string | { before?: string; name: string; after?: string }

type Fitted = { before: string; name: string; after: string }

/**
 * The lines as one screen. Names share the room that our words leave, the short ones whole, so that
 * each of the others is as long as it can be.
 */
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

/** So that one can still tell what a name stands for. */
const NAME_LEAST = 4

/** Whether our words leave each name some letters. */
export function hasRoom(lines: readonly Line[]): boolean {
  const parts = lines.map(readLine)
  const least = parts.reduce((sum, { name }) => sum + Math.min(name.length, NAME_LEAST), 0)
  return roomOf(parts) >= least
}

/** What is left for all names. */
function roomOf(parts: readonly Fitted[]): number {
  const fixed = parts.reduce((sum, { before, after }) => sum + before.length + after.length, 0)
  return SCREEN_MAX - fixed - (parts.length - 1)
}

function readLine(line: Line): Fitted {
  const {
    before = '',
    name,
    after = '',
  } = typeof line === 'string' ? { name: '', after: line } : line
  // Our own words keep the spaces around a name.
  return { before: gsmWords(before), name: toGsm(name), after: gsmWords(after) }
}

const gsmWords = (text: string) => text.split(' ').map(toGsm).join(' ')

/** The length that no name may pass, for all of them together to have room. */
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
