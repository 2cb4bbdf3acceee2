// A gate session without a browser. Its storage is in memory, and its calls are scripted.
import { createHmac, randomBytes } from 'node:crypto'
import { decide } from '../src/checkin/gate/engine/decide.ts'
import type { GateStore, KeptList, Pairing, Row } from '../src/checkin/gate/engine/gate-store.ts'
import { importProofKey, sha256 } from '../src/checkin/gate/engine/proof-key.ts'
import {
  type GateSession,
  openSession,
  type SessionCalls,
} from '../src/checkin/gate/engine/session.ts'
import { readShown } from '../src/checkin/gate/engine/shown-number.ts'
import type { GateDecision, GateEvent, GateList, UsedBy } from '../src/checkin/gate.contract.ts'
import {
  formOf,
  hashNumber,
  type ListEntry,
  layOver,
  toColumns,
} from '../src/checkin/list/ticket-list.rules.ts'
import { CHECK_BITS, isAddOnNumber, readPayload, toSymbols } from '../src/tickets/number.rules.ts'
import type { Answer } from '../src/ui/api.ts'
import { packList, packUses } from './pack-list.ts'

export const EVENT: GateEvent = {
  id: '5a17ca10-0002-4000-8000-00000000ffff',
  title: 'Derby',
  date: '2026-12-12',
  time: '18:00:00',
  doors_at: '2026-12-12T09:00:00.000Z',
  is_cancelled: false,
  any_gate_from: null,
  may_leave: false,
  gates: [
    { n: 0, id: null, name: 'Main Gate', is_stopped: false },
    { n: 1, id: 'gate-a', name: 'Gate A', is_stopped: false },
    { n: 2, id: 'gate-b', name: 'Gate B', is_stopped: false },
  ],
  types: [{ id: 'type-0', type_offset: 0, name: 'Regular', price: 500, gates: [1, 2] }],
}
/** A time at which the doors are open. */
export const EVENING = Date.parse('2026-12-12T16:00:00Z')

export const KEY = randomBytes(32)

/** Makes a ticket number for this many people (0 for an add-on), as the server does. */
export function drawNumber(admits: number, n: number, key: Uint8Array = KEY): string {
  const bits = (BigInt(admits) << 42n) | BigInt(n)
  const payload = toSymbols(bits, 10)
  const digest = createHmac('sha256', key).update(payload).digest()
  return payload + toSymbols(digest.readBigUInt64BE(0) >> BigInt(64 - CHECK_BITS), 6)
}

export type Listed = Partial<Pick<ListEntry, 'state' | 'gate'>> & {
  number: string
  /** The number of people who may still enter; 1 by default. */
  left?: number
  /** The number of times that an add-on may be redeemed in total. */
  total?: number
  used?: UsedBy & { at: string }
}

export async function packTickets(listed: Listed[]): Promise<Uint8Array> {
  return packList(await Promise.all(listed.map(entryOf)))
}

async function entryOf({ number, used: _, total: __, left = 1, ...more }: Listed) {
  const hash = await hashNumber(sha256, EVENT.id, number)
  const gone = isAddOnNumber(number) ? left : readPayload(number).admits - left
  const entry: ListEntry = { hash, gone, state: 'valid', gate: 0, ...more }
  return entry
}

/** Packs tickets and their uses. A use has the time and the phone that checked the ticket in. */
export async function packUsed(listed: Listed[]) {
  let list = { entries: new Uint8Array(), uses: new Uint8Array() }
  const by: UsedBy[] = []
  for (const one of listed) {
    const { at, ...where } = one.used ?? {}
    const unused = one.total ? { total: one.total } : null
    const use = at === undefined ? unused : { at: Date.parse(at), by: by.push(where as UsedBy) - 1 }
    const packed = { entries: packList([await entryOf(one)]), uses: packUses([use]) }
    list = layOver(list, packed) as typeof list
  }
  return { bytes: list.entries, uses: { bytes: list.uses, by } }
}

type MemoryStore = GateStore & { rows: Map<number, Row>; isFull: boolean }

/** A store that behaves like IndexedDB: it copies values and sorts them by key. */
export function memoryStore(kept: { pairing?: Pairing; list?: KeptList } = {}): MemoryStore {
  const rows = new Map<number, Row>()
  let next = 1
  const put = (row: Row): number => {
    if (store.isFull) throw new DOMException('no room', 'QuotaExceededError')
    const seq = row.seq ?? next++
    rows.set(seq, { ...structuredClone({ ...row, seq }) })
    return seq
  }
  const store: MemoryStore = {
    refillFrom: () => {},
    rows,
    isFull: false,
    readPairing: async () => kept.pairing ?? null,
    keepPairing: async (pairing) => {
      kept.pairing = pairing
    },
    readList: async () => kept.list ?? null,
    keepList: async (list, pairing, changed) => {
      for (const row of changed) put(row)
      Object.assign(kept, { list, pairing })
    },
    readRows: async () => [...rows.values()].map((row) => structuredClone(row)),
    keepRow: async (row) => put(row),
    keepRows: async (changed) => changed.forEach(put),
    dropRows: async (seqs) => seqs.forEach((seq) => void rows.delete(seq)),
    wipe: async (next, carried = []) => {
      if (next && store.isFull) throw new DOMException('no room', 'QuotaExceededError')
      rows.clear()
      carried.forEach(put)
      delete kept.list
      delete kept.pairing
      if (next) kept.pairing = next
    },
  }
  return store
}

export async function pairing(more: Partial<Pairing> = {}): Promise<Pairing> {
  return {
    token: 'gp_token',
    phone: { id: 'phone-1', name: 'Juma', may_sell: false },
    event: EVENT,
    gate: null,
    version: 1,
    proof_limit: 100,
    key: await importProofKey(KEY.toString('base64url')),
    olderKeys: [],
    clockMs: 0,
    chosenGate: null,
    ...more,
  }
}

export const NO_NETWORK: Answer<never> = { ok: false, status: 0, code: 'network', error: '' }
export const good = <T>(data: T): Answer<T> => ({ ok: true, status: 200, data })

/** The server's response to an accepted check-in. */
export function serverSays(nonce: string, more: Partial<GateDecision> = {}): GateDecision {
  return {
    id: nonce,
    nonce,
    result: 'valid',
    status: 'valid',
    is_valid: true,
    message: '',
    timestamp: new Date(EVENING).toISOString(),
    ticket_number: '',
    admits: 1,
    left: 0,
    reason: null,
    ticket: { ticket_type: 'Regular', quantity: 1, gate: 'Main Gate' },
    earlier: null,
    conflict: false,
    earlier_phone: null,
    ...more,
  }
}

/** The columns and the table of uses of a list reply. */
export async function columnsOf(listed: Listed[]): Promise<Partial<GateList>> {
  const { bytes: entries, uses } = await packUsed(listed)
  const columns = toColumns({ entries, uses: uses.bytes })
  return { columns: Buffer.from(columns).toString('base64'), used_by: uses.by }
}

/** The server's response to a sync without changes. */
export function listSays(more: Partial<GateList> = {}): Answer<GateList> {
  return good({
    next: '2',
    is_whole: false,
    entries: '',
    columns: '',
    used_by: [],
    older_keys: null,
    count: 0,
    event: EVENT,
    version: 1,
    key: null,
    proof_limit: 100,
    server_time: new Date(EVENING).toISOString(),
    ...more,
  })
}

/** A promise, and the function with which the test resolves it. */
export function deferred() {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  return { over, end }
}

type Made = {
  tickets?: Listed[]
  more?: Partial<Pairing>
  calls?: Partial<SessionCalls>
  store?: MemoryStore
}

/** Opens a gate session. The session is offline unless `calls` are given. */
export async function makeSession({ tickets = [], more = {}, calls = {}, store }: Made = {}) {
  const list = {
    ...(await packUsed(tickets)),
    form: formOf(more.event ?? EVENT),
    next: '1',
    at: EVENING,
  }
  const its = store ?? memoryStore({ pairing: await pairing(more), list })
  const clock = { now: EVENING }
  const all: SessionCalls = {
    checkIn: async () => NO_NETWORK,
    sendCheckIns: async () => NO_NETWORK,
    fetchList: async () => NO_NETWORK,
    signOff: async () => NO_NETWORK,
    ...calls,
  }
  const open = async (): Promise<GateSession> => (await openSession(its, all, () => clock.now))!
  return { store: its, clock, open, session: await open() }
}

/** Scans this ticket number, as a steward who does not choose how many people enter. */
export const scanNumber = (session: GateSession, number: string) =>
  decide(session, readShown(number)!, {})
