import type { Answer } from '../../../ui/api.ts'
import type { GateCheckIn, GateDecision, GateList } from '../../gate.contract.ts'
import type { Known } from './decide-alone.ts'
import type { Decisions } from './gate-calls.ts'
import type { GateStore, KeptList, Pairing, Row } from './gate-store.ts'

/** Enough for a day's decisions. If less is free, the steward is warned before it runs out. */
const LEAST_ROOM = 5_000_000

export type DeskState = {
  pairing: Pairing
  list: KeptList | null
  /** All that was done and may still be needed, oldest first. */
  rows: readonly Row[]
  /** Whether the last contact went through. */
  isOnline: boolean
  /**
   * The server does not know this phone, for example after its database was restored. It needs a
   * new code.
   */
  isUnknown: boolean
  /** low: little room is left on the phone. full: something could not be written down. */
  storage: 'fine' | 'low' | 'full'
  /**
   * The phone was signed off or paired again. It must not decide or save anything for this pairing.
   */
  isOver: boolean
}

/** The calls to the server (gate-calls.ts). Tests replace them. */
export type DeskCalls = {
  checkIn: (token: string, asked: GateCheckIn) => Promise<Answer<GateDecision>>
  sendCheckIns: (token: string, rows: GateCheckIn[]) => Promise<Answer<Decisions>>
  fetchList: (token: string, tells: Record<string, string>) => Promise<Answer<GateList>>
  signOff: (token: string, unsent: number) => Promise<Answer<unknown>>
}

/** The state of a steward's phone, with its storage and its subscribers. */
export type Desk = {
  store: GateStore
  calls: DeskCalls
  now: () => number
  readonly state: DeskState
  change: (some: Partial<DeskState>) => void
  subscribe: (listener: () => void) => () => void
  /** Runs decisions one after the other, because the second must know of the first. */
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

/** The current time according to the server. A phone's clock may be hours off. */
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

/** Resolves when the row is saved. Throws if the disk is full. */
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

/** Runs in its turn. A phone that no longer works for an event keeps nothing of it. */
export async function wipeDesk(desk: Desk): Promise<void> {
  // The storage may belong to another event by now.
  if (desk.state.isOver) return
  await desk.store.wipe()
  desk.change({ isOver: true, list: null, rows: [] })
}

export const isRevoked = (answer: { status: number; code: string }) =>
  answer.status === 401 && answer.code === 'gate_phone_revoked'

/** The server does not know the token, or the token has ended. */
export const isUnknown = (answer: { status: number; code: string }) =>
  answer.status === 401 && answer.code === 'unauthorized'

const REFUSALS = [400, 404, 409, 410, 422]
/**
 * callApi uses 'internal' for an answer that is not ours, and the router uses 'not_found' if there
 * is no route.
 */
const NOT_OF_IT = ['internal', 'not_found']

/**
 * Whether the server itself refused the request. Any other failure says nothing about it, for
 * example a proxy's page while a new version starts. Then the server counts as away and is asked
 * again.
 */
export const isRefusal = ({ status, code }: { status: number; code: string }) =>
  REFUSALS.includes(status) && !NOT_OF_IT.includes(code)

/** Tells before there is no room. A full disk stays so until something could be written again. */
export async function lookAtStorage(desk: Desk): Promise<void> {
  const room = await readRoom()
  if (room === null || desk.state.storage === 'full') return
  desk.change({ storage: room < LEAST_ROOM ? 'low' : 'fine' })
}

/** The bytes that the browser still allows. Null if it does not say. */
export async function readRoom(): Promise<number | null> {
  const estimate = await globalThis.navigator?.storage?.estimate?.().catch(() => null)
  return estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0)
}
