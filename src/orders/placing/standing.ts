import type { Db } from '../../platform/database/db.ts'

/** How many orders of this process stand somewhere, by what they stand for. */
export type Standing = {
  has: (key: string) => boolean
  join: (key: string) => void
  leave: (key: string) => void
}

const byDatabase = new WeakMap<Db, Standing>()

export function standingIn(db: Db): Standing {
  const standing = byDatabase.get(db) ?? count()
  byDatabase.set(db, standing)
  return standing
}

function count(): Standing {
  const counts = new Map<string, number>()
  return {
    has: (key) => counts.has(key),
    join: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    leave: (key) => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
