import type { GateCheckIn, GateDecision, Paired, UsedBy } from '../../gate.contract.ts'

/**
 * The pairing of this phone, stored as one record. It contains no buyer's data, and the key only as
 * a CryptoKey.
 */
export type Pairing = Omit<Paired, 'key' | 'server_time'> & {
  /** The event's key. It can only sign, because it cannot be exported. */
  key: CryptoKey
  /**
   * The keys before it, newest first. Absent before the first sync, or if an older app version
   * stored the pairing.
   */
  olderKeys?: CryptoKey[]
  /** The server's clock minus the phone's in ms, as of the last sync. */
  clockMs: number
  /**
   * The index of the chosen gate in the event's gates. Null unless the phone serves all gates and
   * the steward has chosen.
   */
  chosenGate: number | null
  /**
   * The event's `doors_at` when the steward confirmed a check-in before it. While the event keeps
   * that time, no further check-in needs a confirmation.
   */
  earlyFor?: string
}

/** The event's ticket list, packed by ticket-list.rules.ts. */
export type KeptList = {
  bytes: Uint8Array
  /** LIST_FORM. A stored list of another form is not read. */
  form: string
  /**
   * When, at which gate and by which phone tickets were used. `by` is the table of gates and
   * phones.
   */
  uses: { bytes: Uint8Array; by: UsedBy[] }
  /** The event that the list belongs to. Absent if an older app version stored the list. */
  eventId?: string
  /** The server's id for this state of the list, for requesting later changes. */
  next: string
  /** The phone's clock at the last sync, in ms. */
  at: number
}

/** A steward's action: a check-in, an undo or an exit. Rows are ordered by `seq`. */
export type Row = {
  seq?: number
  /**
   * asking: sent online, nothing shown to the steward yet. waiting: decided by the phone, to be
   * uploaded. refused: not accepted by the server, but still shown and stored.
   */
  state: 'asking' | 'waiting' | 'sent' | 'refused'
  /** The server's error code for a refused row. */
  refusal?: string
  /** The request as it is sent to the server. */
  asked: GateCheckIn
  /** The first ten symbols of the number, which identify the ticket in the list. */
  payload: string
  /** How many people were admitted; negative if people went out. */
  moved: number
  byProof: boolean
  /** The decision that the steward saw. Null while the server's response is awaited. */
  decision: GateDecision | null
  /** Whether the phone's current list includes this row. */
  isListed: boolean
}

/** All data that the phone stores about its event. */
export type Kept = { pairing: Pairing; list: KeptList | null; rows: readonly Row[] }

export type GateStore = {
  /**
   * Sets the function that reads all content from memory; it returns null once the session is over.
   * A browser may delete the database of an open app. Then the database is filled again from
   * memory, before the next row gets a `seq`.
   */
  refillFrom: (read: () => Kept | null) => void
  readPairing: () => Promise<Pairing | null>
  keepPairing: (pairing: Pairing) => Promise<void>
  readList: () => Promise<KeptList | null>
  /**
   * Stores the list together with the rows that it includes, in one transaction, so that no person
   * is counted twice or not at all.
   */
  keepList: (list: KeptList, pairing: Pairing, rows: Row[]) => Promise<void>
  readRows: () => Promise<Row[]>
  /** Resolves when the row is on disk. Returns the row's `seq`. */
  keepRow: (row: Row) => Promise<number>
  keepRows: (rows: Row[]) => Promise<void>
  dropRows: (seqs: number[]) => Promise<void>
  /** Deletes everything and stores the next pairing with its rows, in one transaction. */
  wipe: (next?: Pairing, kept?: readonly Row[]) => Promise<void>
}

const NAME = 'lango-gate'
const STORES = ['kept', 'rows'] as const

/**
 * Whether storing failed because the disk is full. Any other failure comes from the database
 * connection.
 */
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
 * Repeats work once with a new connection. Phones close the database connection of an app in the
 * background, or when memory is short. A failed transaction has changed nothing.
 */
function reopening(open: () => Promise<IDBDatabase>) {
  let opened = open()
  const use = async <T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> => {
    const before = opened
    try {
      return await work(await before)
    } catch (fault) {
      if (isFull(fault)) throw fault
      // Concurrent work that failed too shares the new connection.
      if (opened === before) opened = open()
      return await work(await opened)
    }
  }
  return { use, opened }
}

/** Opens the database. If it is new, fills it with the content of `readKept`. */
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
