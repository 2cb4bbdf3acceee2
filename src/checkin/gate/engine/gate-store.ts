import type { GateCheckIn, GateDecision, Paired, UsedBy } from '../../gate.contract.ts'

/**
 * The phone's pairing, kept as one record. It has no personal data of buyers, and the key only as a
 * CryptoKey.
 */
export type Pairing = Omit<Paired, 'key' | 'server_time'> & {
  /** Cannot be exported: signing is all that it can be used for. */
  key: CryptoKey
  /** How far the server's clock was ahead of this phone's at the last contact. */
  clockMs: number
  /**
   * The gate chosen on the phone, if the phone is for all gates, by its `n` in the event's gates.
   */
  chosenGate: number | null
}

/** The event's tickets, as ticket-list.rules.ts packs them. */
export type KeptList = {
  bytes: Uint8Array
  /**
   * When, where and on which phone tickets were used, with a table of gates and phones. Null if the
   * server sent nothing about it. Absent if an older version of this app kept the list; then the
   * whole list is fetched again as soon as the server sends uses.
   */
  uses?: { bytes: Uint8Array; by: UsedBy[] } | null | undefined
  /** The server's name for this state of the list. */
  next: string
  /** The phone's clock at the last contact. */
  at: number
}

/** One action of a steward, in the order of `seq`. */
export type Row = {
  seq?: number
  /**
   * asking: the server was asked, and nothing has been shown yet. waiting: decided on this phone,
   * to be sent. refused: not accepted by the server; reported to the steward, and kept.
   */
  state: 'asking' | 'waiting' | 'sent' | 'refused'
  /** The server's own word for why it does not take a refused one. */
  refusal?: string
  /** As it goes to the server. */
  asked: GateCheckIn
  /** The first ten symbols, by which the list knows the ticket. */
  payload: string
  /** The people who went in with it. Negative if they went out. */
  moved: number
  byProof: boolean
  /** Shown to the steward; null while asking. */
  decision: GateDecision | null
  /** Whether the list that the phone holds has it in. */
  isListed: boolean
}

export type GateStore = {
  readPairing: () => Promise<Pairing | null>
  keepPairing: (pairing: Pairing) => Promise<void>
  readList: () => Promise<KeptList | null>
  /** With the rows that are in it: from one moment to the next both count. */
  keepList: (list: KeptList, pairing: Pairing, rows: Row[]) => Promise<void>
  readRows: () => Promise<Row[]>
  /** Is on the disk once it resolves; says its `seq`. */
  keepRow: (row: Row) => Promise<number>
  keepRows: (rows: Row[]) => Promise<void>
  dropRows: (seqs: number[]) => Promise<void>
  /** Deletes everything, and saves the next pairing and its rows, in one step. */
  wipe: (next?: Pairing, kept?: readonly Row[]) => Promise<void>
}

const NAME = 'lango-gate'
const STORES = ['kept', 'rows'] as const

export async function openGateStore(): Promise<GateStore> {
  const db = await openDatabase()
  /** A power cut just after it is over does not undo it: `strict` waits for the disk. */
  const write = <T>(work: (kept: IDBObjectStore, rows: IDBObjectStore) => IDBRequest<T> | null) =>
    new Promise<T | undefined>((resolve, reject) => {
      const change = db.transaction(STORES, 'readwrite', { durability: 'strict' })
      const request = work(change.objectStore('kept'), change.objectStore('rows'))
      change.oncomplete = () => resolve(request?.result)
      change.onabort = () => reject(change.error ?? new Error('a change was given up'))
      change.onerror = () => reject(change.error ?? request?.error)
    })
  return {
    readPairing: async () => (await get<Pairing>(db, 'pairing')) ?? null,
    keepPairing: async (pairing) => void (await write((kept) => kept.put(pairing, 'pairing'))),
    readList: async () => (await get<KeptList>(db, 'list')) ?? null,
    keepList: async (list, pairing, changed) => {
      await write((kept, rows) => {
        for (const row of changed) rows.put(row)
        kept.put(pairing, 'pairing')
        return kept.put(list, 'list')
      })
    },
    readRows: () => all<Row>(db),
    keepRow: async (row) => Number(await write((_kept, rows) => rows.put(row))),
    keepRows: async (changed) => {
      await write((_kept, rows) => {
        for (const row of changed) rows.put(row)
        return null
      })
    },
    dropRows: async (seqs) => {
      await write((_kept, rows) => {
        for (const seq of seqs) rows.delete(seq)
        return null
      })
    },
    wipe: async (next, carried = []) => {
      await write((kept, rows) => {
        kept.clear()
        rows.clear()
        for (const row of carried) rows.put(row)
        return next ? kept.put(next, 'pairing') : null
      })
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('kept')
      opening.result.createObjectStore('rows', { keyPath: 'seq', autoIncrement: true })
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

function get<T>(db: IDBDatabase, key: string): Promise<T | undefined> {
  return answerOf(db.transaction('kept').objectStore('kept').get(key) as IDBRequest<T | undefined>)
}

function all<T>(db: IDBDatabase): Promise<T[]> {
  return answerOf(db.transaction('rows').objectStore('rows').getAll() as IDBRequest<T[]>)
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
