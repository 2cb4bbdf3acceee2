import { type Db, isDatabaseUnavailable } from './db.ts'

/** More would hold the locks, and with them whoever comes next, for longer than it saves. */
export const COALESCED_MAX = 100

type Work<I, R> = {
  /** Does all of them in one commit, in this order, or throws and has done none. */
  run: (items: I[]) => Promise<R[]>
  /**
   * How one is to be done again whose result may come of others that stood before it: with the others
   * that are left, or alone. What is done alone is final.
   */
  again: (result: R) => 'together' | 'alone' | null
}

type Entry<I, R> = {
  item: I
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Work that comes while other work of its key is under way waits for that, and is then done with all
 * that have come meanwhile, first come first. The first goes at once: there is no timer, and alone
 * nobody waits. Nobody's refusal or fault becomes another's.
 */
export function coalesce<I, R>(work: Work<I, R>): (key: string, item: I) => Promise<R> {
  const waiting = new Map<string, Entry<I, R>[]>()

  async function goOn(key: string, entries: Entry<I, R>[]): Promise<void> {
    let next: Entry<I, R>[] = entries.splice(0, COALESCED_MAX)
    while (next.length > 0) {
      await settle(work, next)
      next = entries.splice(0, COALESCED_MAX)
    }
    waiting.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve, reject }
      const line = waiting.get(key)
      if (line) {
        line.push(entry)
        return
      }
      const begun = [entry]
      waiting.set(key, begun)
      void goOn(key, begun)
    })
}

/** The same for each database: who asks one in this process asks with all others that do. */
export function coalesceByDatabase<I, R>(
  work: Work<I, R>,
): (db: Db, key: string, item: I) => Promise<R> {
  const lines = new WeakMap<Db, (key: string, item: I) => Promise<R>>()
  return (db, key, item) => {
    const line = lines.get(db) ?? coalesce(work)
    lines.set(db, line)
    return line(key, item)
  }
}

async function settle<I, R>(work: Work<I, R>, entries: Entry<I, R>[]): Promise<void> {
  let results: R[]
  try {
    results = await work.run(entries.map(({ item }) => item))
  } catch (error) {
    return await settleFailed(work, entries, error)
  }
  const left: { entry: Entry<I, R>; how: 'together' | 'alone' }[] = []
  for (const [at, entry] of entries.entries()) {
    const how = entries.length === 1 ? null : work.again(results[at]!)
    // Whom it is settled for waits for nobody who is to be asked again.
    if (how) left.push({ entry, how })
    else entry.resolve(results[at]!)
  }
  // Where nobody was settled it would go on like this.
  const isStuck = left.length === entries.length
  while (left.length > 0) {
    const end = left.findIndex(({ how }) => isStuck || how === 'alone')
    const next = left.splice(0, end < 0 ? left.length : Math.max(1, end))
    await settle(
      work,
      next.map(({ entry }) => entry),
    )
  }
}

/** One of them has made it fail, unless the database is away: by halves it is found. */
async function settleFailed<I, R>(
  work: Work<I, R>,
  entries: Entry<I, R>[],
  error: unknown,
): Promise<void> {
  if (entries.length === 1 || isDatabaseUnavailable(error)) {
    for (const { reject } of entries) reject(error)
    return
  }
  const half = Math.ceil(entries.length / 2)
  await settle(work, entries.slice(0, half))
  await settle(work, entries.slice(half))
}
