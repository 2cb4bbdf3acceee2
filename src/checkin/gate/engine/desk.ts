import type { Answer } from '../../../ui/api.ts'
import type { GateCheckIn, GateDecision, GateList } from '../../gate.contract.ts'
import type { Known } from './decide-alone.ts'
import type { Decisions } from './gate-calls.ts'
import type { GateStore, KeptList, Pairing, Row } from './gate-store.ts'

/** Room for a day's decisions; with less the steward is told before it runs out. */
const LEAST_ROOM = 5_000_000

export type DeskState = {
  pairing: Pairing
  list: KeptList | null
  /** All that was done and may still be needed, oldest first. */
  rows: readonly Row[]
  /** Whether the last contact went through. */
  isOnline: boolean
  /** The server does not know this phone, as where its database was restored: it needs a new code. */
  isUnknown: boolean
  /** low: little room is left on the phone. full: something could not be written down. */
  storage: 'fine' | 'low' | 'full'
  /** Signed off, or paired anew: nothing is decided or written down by it any more. */
  isOver: boolean
}

/** What a desk asks of the server (gate-calls.ts); tests script it. */
export type DeskCalls = {
  checkIn: (token: string, asked: GateCheckIn) => Promise<Answer<GateDecision>>
  sendCheckIns: (token: string, rows: GateCheckIn[]) => Promise<Answer<Decisions>>
  fetchList: (token: string, tells: Record<string, string>) => Promise<Answer<GateList>>
  signOff: (token: string, unsent: number) => Promise<Answer<unknown>>
}

/** Where a steward works: what the phone knows, keeps and tells those who look. */
export type Desk = {
  store: GateStore
  calls: DeskCalls
  now: () => number
  readonly state: DeskState
  change: (some: Partial<DeskState>) => void
  subscribe: (listener: () => void) => () => void
  /** One after the other: the second decision must know of the first. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

export async function openDesk(
  store: GateStore,
  calls: DeskCalls,
  now: () => number = Date.now,
): Promise<Desk | null> {
  const pairing = await store.readPairing()
  if (!pairing) return null
  const [list, kept] = await Promise.all([store.readList(), store.readRows()])
  let state: DeskState = {
    pairing,
    list,
    rows: kept.map(asToSend),
    isOnline: false,
    isUnknown: false,
    storage: 'fine',
    isOver: false,
  }
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

/**
 * Older versions took any page with an error for the server's word, a proxy's too, and never sent
 * such a row again. It is sent once more: the server takes each nonce once.
 */
function asToSend(row: Row): Row {
  return row.state === 'refused' && row.refusal === undefined ? { ...row, state: 'waiting' } : row
}

/** What time it is, as the server sees it: a phone's clock may be hours off. */
export function timeAt(desk: Desk): number {
  return desk.now() + desk.state.pairing.clockMs
}

export function knownAt({ state }: Desk): Known {
  return { pairing: state.pairing, list: state.list, rows: state.rows }
}

/** The server may not answer before it knows all that was done here. */
export const decidesAlone = ({ isOnline, rows }: DeskState) =>
  !isOnline || unsentOf(rows).length > 0

/** Not sent yet, oldest first. */
export function unsentOf(rows: readonly Row[]): Row[] {
  return rows.filter(({ state }) => state === 'waiting')
}

/** On the disk once it resolves; throws where the disk is full. */
export async function keepRow(desk: Desk, row: Row): Promise<Row> {
  const seq = await desk.store.keepRow(row).catch((fault: unknown) => {
    desk.change({ storage: 'full' })
    throw fault
  })
  const kept = { ...row, seq }
  replaceRows(desk, [kept])
  return kept
}

/** In memory: those with the same `seq` give way, new ones are the newest. */
export function replaceRows(desk: Desk, changed: readonly Row[]): void {
  const bySeq = new Map(changed.map((row) => [row.seq, row]))
  const rows = desk.state.rows.map((row) => bySeq.get(row.seq) ?? row)
  const known = new Set(rows.map(({ seq }) => seq))
  desk.change({ rows: [...rows, ...changed.filter(({ seq }) => !known.has(seq))] })
}

/** In its turn: nothing of the event stays on a phone that does not work for it any more. */
export async function wipeDesk(desk: Desk): Promise<void> {
  // What is kept there may be another event's by now.
  if (desk.state.isOver) return
  await desk.store.wipe()
  desk.change({ isOver: true, list: null, rows: [] })
}

export const isRevoked = (answer: { status: number; code: string }) =>
  answer.status === 401 && answer.code === 'gate_phone_revoked'

/** Nobody's credential, and not one that ended. */
export const isUnknown = (answer: { status: number; code: string }) =>
  answer.status === 401 && answer.code === 'unauthorized'

const REFUSALS = [400, 404, 409, 410, 422]
/** callApi's word for an answer that has none of ours, and the router's where no route is. */
const NOT_OF_IT = ['internal', 'not_found']

/**
 * Whether the server itself refused what it was asked. Anything else says nothing about it, such as
 * the page of a proxy while a new version starts: then the server is away, and is asked again.
 */
export const isRefusal = ({ status, code }: { status: number; code: string }) =>
  REFUSALS.includes(status) && !NOT_OF_IT.includes(code)

/** Tells before there is no room. A full disk stays so until something could be written again. */
export async function lookAtStorage(desk: Desk): Promise<void> {
  const room = await readRoom()
  if (room === null || desk.state.storage === 'full') return
  desk.change({ storage: room < LEAST_ROOM ? 'low' : 'fine' })
}

/** Bytes that the browser would still let us have; null where it does not say. */
export async function readRoom(): Promise<number | null> {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => null)
  return estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0)
}
