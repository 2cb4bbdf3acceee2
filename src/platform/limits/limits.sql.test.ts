import { beforeEach, describe, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import {
  acquireSlot,
  countWithin,
  deleteEndedCounts,
  secondsUntilAllowed,
  uncount,
} from './limits.sql.ts'

const { db } = keepDatabase(20)
beforeEach(async () => {
  await db.deleteFrom('rate_count').execute()
  await db.deleteFrom('rate_slot').execute()
})

const START = Date.parse('2026-11-21T12:00:00Z')
const at = (ms: number) => new Date(START + ms)
const LIMIT = { max: 3, windowMs: 60_000 }

describe('a limit of 3 in a window', () => {
  const count = (ms: number, key = 'k') => countWithin(db, key, LIMIT, at(ms))

  test('allows 3, and then returns the seconds until the window ends', async () => {
    expect([await count(0), await count(1), await count(59_999)]).toEqual([null, null, null])
    expect(await count(45_000)).toBe(15)
    expect(await count(59_999)).toBe(1)
    expect(await count(60_000)).toBeNull()
  })

  test('for one key does not count for another', async () => {
    for (let i = 0; i < 4; i++) await count(0)
    expect(await count(0, 'other')).toBeNull()
  })

  test('allows exactly 3 of 40 parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => count(0)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(3)
  })

  test('has one fewer after an uncount, and never less than zero', async () => {
    for (let i = 0; i < 3; i++) await count(0)
    await uncount(db, { key: 'k', windowMs: LIMIT.windowMs }, at(30_000))
    expect(await count(0)).toBeNull()
    expect(await count(0)).not.toBeNull()
    for (let i = 0; i < 9; i++) await uncount(db, { key: 'k', windowMs: LIMIT.windowMs }, at(0))
    expect([await count(0), await count(0), await count(0)]).toEqual([null, null, null])
    expect(await count(0)).not.toBeNull()
  })

  test('can be read without counting', async () => {
    const ask = () => secondsUntilAllowed(db, 'k', LIMIT, at(20_000))
    for (let i = 0; i < 10; i++) expect(await ask()).toBeNull()
    for (let i = 0; i < 3; i++) await count(0)
    expect(await ask()).toBe(40)
    expect(await secondsUntilAllowed(db, 'k', LIMIT, at(60_000))).toBeNull()
  })

  test('begins its window with the first request, whatever the clock says', async () => {
    for (const ms of [59_998, 59_999, 60_000]) expect(await count(ms)).toBeNull()
    expect(await count(60_001)).toBe(60)
    expect(await count(119_998)).toBeNull()
  })

  test('ignores an uncount from an earlier window', async () => {
    await count(0)
    for (let i = 0; i < 3; i++) await count(70_000)
    await uncount(db, { key: 'k', windowMs: LIMIT.windowMs }, at(0))
    expect(await count(70_000)).not.toBeNull()
  })

  test('is deleted after its window', async () => {
    await count(0, 'ended')
    await count(60_000, 'running')
    await deleteEndedCounts(db, at(60_000))
    const rows = await db.selectFrom('rate_count').select('key').execute()
    expect(rows).toEqual([{ key: 'running' }])
  })
})

describe('slots at five a second', () => {
  test('come no faster over a minute, for any number of callers, and none is lost', async () => {
    let turns = 0
    for (let ms = 0; ms < 60_000; ms += 50) {
      if ((await acquireSlot(db, 'push', 5, at(ms))) === null) turns += 1
    }
    expect(turns).toBeGreaterThanOrEqual(300)
    expect(turns).toBeLessThanOrEqual(302)
  })

  test('go to one of forty parallel callers; the others learn when to retry', async () => {
    await acquireSlot(db, 'push', 5, at(0))
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => acquireSlot(db, 'push', 5, at(200))),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.find((answer) => answer !== null)).toBe(200)
  })

  test('do not pile up during a pause', async () => {
    await acquireSlot(db, 'push', 5, at(0))
    let turns = 0
    for (let i = 0; i < 20; i++) {
      if ((await acquireSlot(db, 'push', 5, at(3_600_000))) === null) turns += 1
    }
    expect(turns).toBeLessThanOrEqual(2)
  })

  test('are unlimited at a rate of 0', async () => {
    for (let i = 0; i < 20; i++) expect(await acquireSlot(db, 'push', 0, at(0))).toBeNull()
  })
})
