import type { Answer } from '../../../ui/api.ts'
import type { GateCheckIn, GateDecision, GateList } from '../../gate.contract.ts'
import { formOf } from '../../list/ticket-list.rules.ts'
import type { Known } from './decide-alone.ts'
import type { Decisions } from './gate-calls.ts'
import { type GateStore, isFull, type KeptList, type Pairing, type Row } from './gate-store.ts'

/** The bytes that a day's decisions need. The steward is warned if less storage is free. */
const LEAST_ROOM = 5_000_000

export type SessionState = {
  pairing: Pairing
  list: KeptList | null
  rows: readonly Row[]
  isOnline: boolean
  /** True if the server does not know the phone, as after a restore. It then needs a new code. */
  isUnknown: boolean
  /**
   * low: little room is left. full: a row could not be stored, because the disk is full. closed:
   * the browser closed the storage and could not open it again.
   */
  storage: 'fine' | 'low' | 'full' | 'closed'
  /** A session that is over must not decide or store anything. */
  isOver: boolean
}

export type SessionCalls = {
  checkIn: (token: string, request: GateCheckIn) => Promise<Answer<GateDecision>>
  sendCheckIns: (token: string, rows: GateCheckIn[]) => Promise<Answer<Decisions>>
  fetchList: (token: string, tells: Record<string, string>) => Promise<Answer<GateList>>
  signOff: (token: string, unsent: number) => Promise<Answer<unknown>>
}

/** The session of a paired phone: its state, its storage, and its subscribers. */
export type GateSession = {
  store: GateStore
  calls: SessionCalls
  now: () => number
  readonly state: SessionState
  change: (some: Partial<SessionState>) => void
  subscribe: (listener: () => void) => () => void
  /** Runs work one after another, because each decision depends on the earlier decisions. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

export async function openSession(
  store: GateStore,
  calls: SessionCalls,
  now: () => number = Date.now,
): Promise<GateSession | null> {
  const pairing = await store.readPairing()
  if (!pairing) return null
  const [stored, kept] = await Promise.all([store.readList(), store.readRows()])
  // A list that an app version stored in another format is not used. The next sync requests a new
  // list.
  const list = stored?.form === formOf(pairing.event) ? stored : null
  let state: SessionState = {
    pairing,
    list,
    rows: kept.map((row) => asToSend(asCurrent(row))),
    isOnline: false,
    isUnknown: false,
    storage: 'fine',
    isOver: false,
  }
  store.refillFrom(() => (state.isOver ? null : state))
  const listeners = new Set<() => void>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    store,
    calls,
    now,
    get state() {
      return state
    },
    change: (some) => {
      state = { ...state, ...some }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    inTurn: (work) => {
      const turn = last.then(work)
      last = turn.catch(() => {})
      return turn
    },
  }
}

/** An app version of November 2026 stored the request as `asked`. */
function asCurrent(row: Row | (Omit<Row, 'request'> & { asked: GateCheckIn })): Row {
  if (!('asked' in row)) return row
  const { asked, ...others } = row
  return { ...others, request: asked }
}

/**
 * Returns a refused row of an older app version to the queue. Older versions treated any error page
 * as a refusal by the server, even the page of a proxy. Sending the row again is safe, because the
 * server accepts each nonce only once.
 */
function asToSend(row: Row): Row {
  return row.state === 'refused' && row.refusal === undefined ? { ...row, state: 'waiting' } : row
}

/** The time by the server's clock, in ms. The phone's own clock can be wrong by hours. */
export function timeAt(session: GateSession): number {
  return session.now() + session.state.pairing.clockMs
}

export function snapshot({ state }: GateSession): Known {
  return { pairing: state.pairing, list: state.list, rows: state.rows }
}

/** Whether the phone is offline, or the server does not know all of the phone's rows yet. */
export const decidesAlone = ({ isOnline, rows }: SessionState) =>
  !isOnline || unsentOf(rows).length > 0

export function unsentOf(rows: readonly Row[]): Row[] {
  return rows.filter(({ state }) => state === 'waiting')
}

/** Records in the state whether the write succeeded, and throws its error. */
export async function keep<T>(session: GateSession, write: (store: GateStore) => Promise<T>) {
  try {
    const kept = await write(session.store)
    if (isStuck(session.state)) session.change({ storage: 'fine' })
    return kept
  } catch (fault) {
    session.change({ storage: isFull(fault) ? 'full' : 'closed' })
    throw fault
  }
}

export function changePairing(session: GateSession, some: Partial<Pairing>): void {
  const pairing = { ...session.state.pairing, ...some }
  session.change({ pairing })
  void keep(session, (store) => store.keepPairing(pairing)).catch(() => {})
}

const isStuck = ({ storage }: SessionState) => storage === 'full' || storage === 'closed'

/** Resolves when the row is on disk. Throws if the row could not be stored. */
export async function keepRow(session: GateSession, row: Row): Promise<Row> {
  const seq = await keep(session, (store) => store.keepRow(row))
  const kept = { ...row, seq }
  replaceRows(session, [kept])
  return kept
}

export function replaceRows(session: GateSession, changed: readonly Row[]): void {
  const bySeq = new Map(changed.map((row) => [row.seq, row]))
  const rows = session.state.rows.map((row) => bySeq.get(row.seq) ?? row)
  const known = new Set(rows.map(({ seq }) => seq))
  session.change({ rows: [...rows, ...changed.filter(({ seq }) => !known.has(seq))] })
}

/**
 * Deletes all data of the event and ends the session: a phone stores nothing about an event for
 * which it no longer works. Call it inside `inTurn`, so that no work is in progress.
 */
export async function wipeSession(session: GateSession): Promise<void> {
  // The session was over before, so the store may contain the data of another event.
  if (session.state.isOver) return
  await session.store.wipe()
  session.change({ isOver: true, list: null, rows: [] })
}

export const isRevoked = (answer: { status: number; code: string }) =>
  answer.status === 401 && answer.code === 'gate_phone_revoked'

/** Whether the server does not know the token. A revoked token gets a different error. */
export const isUnknown = (answer: { status: number; code: string }) =>
  answer.status === 401 && answer.code === 'unauthorized'

const REFUSALS = [400, 404, 409, 410, 422]
/**
 * Codes of errors that do not judge the request. 'internal' is callApi's code for a response that
 * did not come from our server. 'not_found' is the router's code for an unknown route.
 */
const NOT_OF_IT = ['internal', 'not_found']

/**
 * Whether the server itself refused the request. Any other error, such as a proxy's page during a
 * deployment, means that the server could not be reached, so the request is sent again.
 */
export const isRefusal = ({ status, code }: { status: number; code: string }) =>
  REFUSALS.includes(status) && !NOT_OF_IT.includes(code)

/**
 * Warns if the storage is almost full. If the storage is closed, opens it again, before the next
 * guest comes. The state 'full' stays until a write succeeds.
 */
export async function checkStorage(session: GateSession): Promise<void> {
  await checkConnection(session)
  const room = await readRoom()
  if (room === null || isStuck(session.state)) return
  session.change({ storage: room < LEAST_ROOM ? 'low' : 'fine' })
}

async function checkConnection(session: GateSession): Promise<void> {
  try {
    await session.store.readPairing()
    if (session.state.storage === 'closed') session.change({ storage: 'fine' })
  } catch {
    session.change({ storage: 'closed' })
  }
}

/** The number of bytes that the browser still grants. Null if the browser does not report it. */
export async function readRoom(): Promise<number | null> {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => null)
  return estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0)
}
