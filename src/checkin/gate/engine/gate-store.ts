import type { GateCheckIn, GateDecision, Paired, UsedBy } from '../../gate.contract.ts'

/** Contains no data about buyers. Contains the key only as a CryptoKey. */
export type Pairing = Omit<Paired, 'key' | 'server_time'> & {
  /** The event's newest key. It can only sign, and it cannot be exported. */
  key: CryptoKey
  /** Newest first. Absent before the first sync and in pairings that an older app stored. */
  olderKeys?: CryptoKey[]
  /** The server's clock minus the phone's clock in ms, as of the last sync. */
  clockMs: number
  /** Null if the phone has its own gate, or if the steward has not chosen a gate. */
  chosenGate: number | null
  /** If this is the time of the doors, the steward has already confirmed early check-ins. */
  earlyFor?: string
}

export type KeptList = {
  bytes: Uint8Array
  /** The list format of the event at the time of storing. A list in another format is not read. */
  form: string
  /** `by` is the table of gates and phones to which the uses refer. */
  uses: { bytes: Uint8Array; by: UsedBy[] }
  /** The event to which the list belongs. Absent if an older app version stored the list. */
  eventId?: string
  /** The server's id for this state of the list, to get only the later changes. */
  next: string
  at: number
}

/** A steward's action: a check-in, an undo or an exit. Rows are ordered by `seq`. */
export type Row = {
  seq?: number
  /**
   * asking: sent to the server, and the steward has seen no decision yet. waiting: decided by the
   * phone and not uploaded yet. sent: the server has stored the row. refused: the server did not
   * accept the row, but the phone still stores and shows it.
   */
  state: 'asking' | 'waiting' | 'sent' | 'refused'
  refusal?: string
  request: GateCheckIn
  /** The first ten symbols of the ticket number, which identify the ticket in the list. */
  payload: string
  moved: number
  byProof: boolean
  /** The decision that the steward saw. Null while the server has not responded. */
  decision: GateDecision | null
  /** The server's own verdict on a row that the phone decided. Absent until the upload. */
  found?: Pick<GateDecision, 'result' | 'reason'>
  /** Whether the phone's current list of tickets already takes this action into account. */
  isListed: boolean
}

type Kept = { pairing: Pairing; list: KeptList | null; rows: readonly Row[] }

export type GateStore = {
  /**
   * Sets the function that returns everything that the store must contain, or null when the session
   * is over. A browser may delete the database of an open app. The new database is then filled from
   * memory before the next row gets a `seq`.
   */
  refillFrom: (read: () => Kept | null) => void
  readPairing: () => Promise<Pairing | null>
  keepPairing: (pairing: Pairing) => Promise<void>
  readList: () => Promise<KeptList | null>
  /**
   * Stores list, pairing and rows in one transaction, so that each person is counted exactly once.
   */
  keepList: (list: KeptList, pairing: Pairing, rows: Row[]) => Promise<void>
  readRows: () => Promise<Row[]>
  /** Resolves when the row is on disk. Returns the row's `seq`. */
  keepRow: (row: Row) => Promise<number>
  keepRows: (rows: Row[]) => Promise<void>
  dropRows: (seqs: number[]) => Promise<void>
  /** Deletes everything in one transaction. The store then contains only `next` and `kept`. */
  wipe: (next?: Pairing, kept?: readonly Row[]) => Promise<void>
}

const NAME = 'lango-gate'
const STORES = ['kept', 'rows'] as const

/** Whether the disk is full. Any other failure comes from the database connection. */
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
 * Runs work. If it fails, runs it once more with a new connection to the database: phones close the
 * connection of an app in the background, or if memory is short. Repeating is safe, because a
 * failed transaction has changed nothing.
 */
function reopening(open: () => Promise<IDBDatabase>) {
  let opened = open()
  const use = async <T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> => {
    const before = opened
    try {
      return await work(await before)
    } catch (fault) {
      if (isFull(fault)) throw fault
      // If other work failed at the same time and has opened a new connection, use that connection.
      if (opened === before) opened = open()
      return await work(await opened)
    }
  }
  return { use, opened }
}

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

/** `strict` waits for the disk, so that a power cut does not undo the transaction. */
function writeTo<T>(db: IDBDatabase, work: Work<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const change = db.transaction(STORES, 'readwrite', { durability: 'strict' })
    const request = work(change.objectStore('kept'), change.objectStore('rows'))
    change.oncomplete = () => resolve(request?.result)
    change.onabort = () => reject(change.error ?? new Error('a change was aborted'))
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
