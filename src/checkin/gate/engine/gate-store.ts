import type { GateCheckIn, GateDecision, Paired, UsedBy } from '../../gate.contract.ts'

/**
 * The pairing of this phone, stored as one record. Contains no buyer's data, and the key only as a
 * CryptoKey.
 */
export type Pairing = Omit<Paired, 'key' | 'server_time'> & {
  /** Not exportable: the key can only sign. */
  key: CryptoKey
  /** Server clock minus phone clock in ms, as of the last sync. */
  clockMs: number
  /** Index into the event's gates of the gate chosen on a phone that serves all gates. */
  chosenGate: number | null
}

/** The event's tickets, as ticket-list.rules.ts packs them. */
export type KeptList = {
  bytes: Uint8Array
  /**
   * When, where and by which phone tickets were used; `by` is the table of gates and phones. Null:
   * the server sent no uses. Absent: the list came from an older app version, or uses are available
   * now and the full list must be requested.
   */
  uses?: { bytes: Uint8Array; by: UsedBy[] } | null | undefined
  /** The event of the tickets; absent if an older app version stored the list. */
  eventId?: string
  /** The server's name for this state of the list. */
  next: string
  /** The phone's clock at the last sync. */
  at: number
}

/** An action of a steward, in the order of `seq`. */
export type Row = {
  seq?: number
  /**
   * asking: sent online, nothing shown to the steward yet. waiting: decided here, to be uploaded.
   * refused: not accepted by the server; shown and kept.
   */
  state: 'asking' | 'waiting' | 'sent' | 'refused'
  /** The server's error code for a refused row. */
  refusal?: string
  /** As it goes to the server. */
  asked: GateCheckIn
  /** The first ten symbols, which identify the ticket in the list. */
  payload: string
  /** Number of people let in; negative: people went out. */
  moved: number
  byProof: boolean
  /** ShownNumber to the steward; null while asking. */
  decision: GateDecision | null
  /** Whether the phone's current list includes this row. */
  isListed: boolean
}

/** All that the phone stores of its event. */
export type Kept = { pairing: Pairing; list: KeptList | null; rows: readonly Row[] }

export type GateStore = {
  /**
   * Sets the source of the content, null once the session is over. A browser may delete the
   * database of an open app: it is filled again from memory, before any further row gets a `seq`.
   */
  refillFrom: (read: () => Kept | null) => void
  readPairing: () => Promise<Pairing | null>
  keepPairing: (pairing: Pairing) => Promise<void>
  readList: () => Promise<KeptList | null>
  /**
   * Stores the list and the rows that it includes in one transaction, so that they count from the
   * same instant.
   */
  keepList: (list: KeptList, pairing: Pairing, rows: Row[]) => Promise<void>
  readRows: () => Promise<Row[]>
  /** On disk once it resolves; returns the row's `seq`. */
  keepRow: (row: Row) => Promise<number>
  keepRows: (rows: Row[]) => Promise<void>
  dropRows: (seqs: number[]) => Promise<void>
  /** Deletes everything and stores the next pairing with its rows, in one transaction. */
  wipe: (next?: Pairing, kept?: readonly Row[]) => Promise<void>
}

const NAME = 'lango-gate'
const STORES = ['kept', 'rows'] as const

/** Whether storing failed for lack of room; any other failure is one of the connection. */
export const isFull = (fault: unknown) => (fault as Error | null)?.name === 'QuotaExceededError'

export async function openGateStore(): Promise<GateStore> {
  let readKept: () => Kept | null = () => null
  const { use, opened } = reopening(() => openDatabase(readKept))
  await opened
  const write = <T>(work: Work<T>) => use((db) => writeTo(db, work))
  return {
    refillFrom: (read) => {
      readKept = read
    },
    readPairing: async () => (await use((db) => get<Pairing>(db, 'pairing'))) ?? null,
    keepPairing: async (pairing) => void (await write((kept) => kept.put(pairing, 'pairing'))),
    readList: async () => (await use((db) => get<KeptList>(db, 'list'))) ?? null,
    keepList: async (list, pairing, changed) => {
      await write((kept, rows) => {
        for (const row of changed) rows.put(row)
        kept.put(pairing, 'pairing')
        return kept.put(list, 'list')
      })
    },
    readRows: () => use(all<Row>),
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

/**
 * Phones close the connection of an app in the background, or when they run out of memory: opens
 * it again and repeats the work once. A transaction that failed has changed nothing.
 */
function reopening(open: () => Promise<IDBDatabase>) {
  let opened = open()
  const use = async <T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> => {
    const before = opened
    try {
      return await work(await before)
    } catch (fault) {
      if (isFull(fault)) throw fault
      // Work that failed at the same time shares the new connection.
      if (opened === before) opened = open()
      return await work(await opened)
    }
  }
  return { use, opened }
}

/** Opens the database; a new one is filled with `readKept`. */
function openDatabase(readKept: () => Kept | null): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1)
    opening.onupgradeneeded = () => {
      const kept = opening.result.createObjectStore('kept')
      const rows = opening.result.createObjectStore('rows', { keyPath: 'seq', autoIncrement: true })
      const before = readKept()
      if (!before) return
      kept.put(before.pairing, 'pairing')
      if (before.list) kept.put(before.list, 'list')
      for (const row of before.rows) rows.put(row)
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

type Work<T> = (kept: IDBObjectStore, rows: IDBObjectStore) => IDBRequest<T> | null

/** `strict` waits for the disk, so a power cut right after the transaction does not undo it. */
function writeTo<T>(db: IDBDatabase, work: Work<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const change = db.transaction(STORES, 'readwrite', { durability: 'strict' })
    const request = work(change.objectStore('kept'), change.objectStore('rows'))
    change.oncomplete = () => resolve(request?.result)
    change.onabort = () => reject(change.error ?? new Error('a change was given up'))
    change.onerror = () => reject(change.error ?? request?.error)
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
