import { countEntries, ENTRY_BYTES } from '../../list/ticket-list.rules.ts'
import { ownList } from './decide-alone.ts'
import { type GateSession, readRoom, type SessionState, unsentOf } from './session.ts'
import { readBattery } from './stay-in-touch.ts'

/** An item to check before the doors open. */
export type Check = { name: string; state: 'good' | 'bad' | 'unknown'; says: string }

const MINUTE = 60_000
const OLD_LIST = 15 * MINUTE
const CLOCK_OFF = 2 * MINUTE
const LEAST_ROOM = 50_000_000
const LEAST_BATTERY = 30

export async function readReadiness(session: GateSession): Promise<Check[]> {
  const { rows, isOnline, pairing } = session.state
  const unsent = unsentOf(rows).length
  const refused = rows.filter(({ state }) => state === 'refused').length
  return [
    { name: 'Network', state: isOnline ? 'good' : 'bad', says: isOnline ? 'Online' : 'None' },
    readList(session),
    clockCheck(pairing.clockMs),
    storageCheck(await readRoom()),
    batteryCheck(await readBattery()),
    { name: 'To sync', state: unsent === 0 ? 'good' : 'bad', says: `${unsent} check-ins` },
    ...(refused > 0
      ? [{ name: 'Refused', state: 'bad' as const, says: `${refused} check-ins` }]
      : []),
    { name: 'Version', state: 'good', says: readVersion() },
  ]
}

export const readVersion = () => document.documentElement.dataset.app ?? 'unknown'

function readList(session: GateSession): Check {
  const { list } = session.state
  const problem = listProblem(session.state)
  if (list && problem) return { name: 'Ticket list', state: 'bad', says: problem }
  return listCheck(list?.at ?? null, session.now(), list?.bytes.length ?? 0)
}

/** The fault of the list, shown before the first guest comes. Null if the list is usable. */
export function listProblem({
  pairing,
  list,
}: Pick<SessionState, 'pairing' | 'list'>): string | null {
  if (!list) return 'No ticket list yet. Get online before the first guest.'
  if (!ownList({ pairing, list })) {
    return 'The ticket list is for another event. Get online before the first guest.'
  }
  if (countEntries(list.bytes) > 0) return null
  return 'The ticket list is empty: no tickets sold yet, or this is another event.'
}

export function listCheck(at: number | null, now: number, bytes: number): Check {
  if (at === null) return { name: 'Ticket list', state: 'bad', says: 'Not downloaded yet' }
  const minutes = Math.max(0, Math.round((now - at) / MINUTE))
  const age = minutes === 0 ? 'just now' : `${minutes} min ago`
  const tickets = bytes / ENTRY_BYTES
  return {
    name: 'Ticket list',
    state: now - at > OLD_LIST ? 'bad' : 'good',
    says: `${tickets.toLocaleString('en-KE')} ${tickets === 1 ? 'ticket' : 'tickets'}, ${age}`,
  }
}

export function clockCheck(clockMs: number): Check {
  const minutes = Math.round(Math.abs(clockMs) / MINUTE)
  const isOff = Math.abs(clockMs) > CLOCK_OFF
  const way = clockMs > 0 ? 'slow' : 'fast'
  return {
    name: 'Clock',
    state: isOff ? 'bad' : 'good',
    says: isOff ? `${minutes} min ${way}: fix it in settings` : 'OK',
  }
}

export function storageCheck(room: number | null): Check {
  if (room === null) return { name: 'Storage', state: 'unknown', says: 'unknown' }
  const megabytes = Math.floor(room / 1_000_000)
  const isLow = room < LEAST_ROOM
  return {
    name: 'Storage',
    state: isLow ? 'bad' : 'good',
    says: isLow ? `${megabytes} MB left: free some space` : 'OK',
  }
}

export function batteryCheck(percent: number | null): Check {
  if (percent === null) return { name: 'Battery', state: 'unknown', says: 'unknown' }
  return { name: 'Battery', state: percent < LEAST_BATTERY ? 'bad' : 'good', says: `${percent} %` }
}
