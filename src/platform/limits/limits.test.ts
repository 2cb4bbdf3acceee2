import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import { inTransaction } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { isWithin, type Limit, within } from './limits.ts'

const { db } = keepDatabase(20)
let now = new Date('2026-11-21T12:00:00Z')
const deps = () => ({ db, clock: { now: () => now } })
beforeEach(async () => {
  await db.deleteFrom('rate_count').execute()
  now = new Date('2026-11-21T12:00:00Z')
})

const limit = (key: string, max: number) => ({ key, max, windowMs: 60_000 })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

async function counts(): Promise<Record<string, number>> {
  const rows = await db.selectFrom('rate_count').select(['key', 'count']).execute()
  return Object.fromEntries(rows.map((row) => [row.key, row.count]))
}

const REFUSED = { code: 'too_many_requests' }

test('a limit of an IPv6 network counts its /48 too, where ten networks may use it up', async () => {
  const of = (network: number) => [limit(`miss:2c0f:fe38:2240:${network.toString(16)}::/64`, 2)]
  for (let network = 0; network < 10; network++) {
    expect([await attempt(of(network)), await attempt(of(network))]).toEqual(['done', 'done'])
    expect(await attempt(of(network))).toMatchObject(REFUSED)
  }
  expect(await attempt(of(10))).toMatchObject(REFUSED)
  expect(await attempt([limit('miss:2c0f:fe38:2241:1::/64', 2)])).toBe('done')
  expect((await counts())['miss:2c0f:fe38:2240::/48']).toBe(20)
})

/** Returns 'done', or the refusal of the limit. */
async function attempt(limits: Limit[], work = async () => 'done', isFree?: () => boolean) {
  try {
    return await within(deps(), limits, work, isFree)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, retryAfter: error.retryAfter, text: error.message }
  }
}

describe('work within limits', () => {
  test('that counts several fits into the limit as a whole, and gives all of them back', async () => {
    const of = (by: number) => [{ ...limit('a', 5), by }]
    expect(await attempt(of(6))).toMatchObject({ code: 'too_many_requests', retryAfter: 60 })
    expect(await attempt(of(3))).toBe('done')
    expect(await attempt(of(3))).toMatchObject({ code: 'too_many_requests' })
    expect(await attempt(of(2), undefined, () => true)).toBe('done')
    expect(await counts()).toEqual({ a: 3 })
    expect(await attempt(of(2))).toBe('done')
    expect(await attempt(of(1))).toMatchObject({ code: 'too_many_requests' })
    const many = [{ ...limit('b', 9), by: 4 }, ...of(1)]
    expect(await attempt(many)).toMatchObject({ code: 'too_many_requests' })
    expect(await counts()).toEqual({ a: 5, b: 0 })
    later(60)
    expect(await attempt(of(5))).toBe('done')
  })

  test('runs `max` times in a window, and is then refused with the seconds to wait', async () => {
    expect([await attempt([limit('a', 2)]), await attempt([limit('a', 2)])]).toEqual([
      'done',
      'done',
    ])
    later(45)
    expect(await attempt([limit('a', 2)])).toEqual({
      code: 'too_many_requests',
      retryAfter: 15,
      text: 'Too many requests. Try again in 15 seconds.',
    })
    later(15)
    expect(await attempt([limit('a', 2)])).toBe('done')
  })

  test('keeps all limits together; a refusal by one costs the others nothing', async () => {
    const both = [limit('wide', 9), { ...limit('narrow', 1), text: 'Not so fast.' }]
    await attempt(both)
    expect(await attempt(both)).toMatchObject({
      text: 'Not so fast. Try again in 60 seconds.',
      retryAfter: 60,
    })
    expect(await counts()).toEqual({ wide: 1, narrow: 1 })
  })

  test('names the longest wait if several limits refuse', async () => {
    const hour = { ...limit('hour', 1), windowMs: 3_600_000, text: 'One an hour.' }
    const all = [limit('minute', 1), hour]
    expect(await attempt(all)).toBe('done')
    for (const limits of [all, all.toReversed()]) {
      expect(await attempt(limits)).toMatchObject({
        retryAfter: 3600,
        text: 'One an hour. Try again in 60 minutes.',
      })
    }
    later(60)
    expect(await attempt(all)).toMatchObject({ retryAfter: 3540 })
    // A refused attempt is not counted, and the refusal ignores limits that have room.
    const roomy = [limit('minute', 1), { ...hour, max: 9 }]
    expect(await attempt(roomy)).toBe('done')
    expect(await attempt(roomy)).toMatchObject({ retryAfter: 60 })
  })

  test('costs nothing if it fails, and its error is passed on', async () => {
    const fail = () => attempt([limit('a', 1)], () => Promise.reject(new Error('no')))
    await expect(fail()).rejects.toThrow('no')
    await expect(fail()).rejects.toThrow('no')
    expect(await counts()).toEqual({ a: 0 })
  })

  test('costs nothing if its result is free', async () => {
    const free = () => attempt([limit('a', 1)], undefined, () => true)
    expect([await free(), await free()]).toEqual(['done', 'done'])
    expect(await counts()).toEqual({ a: 0 })
  })

  test('runs exactly `max` times for forty parallel calls', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => attempt([limit('a', 3)])))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(3)
  })
})

describe('a limit that is counted afterwards', () => {
  const misses = { ...limit('miss', 2), isCountedAfter: true }
  const miss = () => attempt([misses])
  const hit = () => attempt([misses], undefined, () => true)

  test('counts misses, and hits are free', async () => {
    for (let i = 0; i < 5; i++) expect(await hit()).toBe('done')
    expect([await miss(), await miss()]).toEqual(['done', 'done'])
    expect([await hit(), await miss()]).toMatchObject([{ retryAfter: 60 }, { retryAfter: 60 }])
  })

  test('allows any number of parallel hits', async () => {
    const { promise: all, resolve: goOn } = Promise.withResolvers<void>()
    let waiting = 0
    const together = async () => {
      if (++waiting === 10) goOn()
      await all
      return 'done'
    }
    const hits = Array.from({ length: 10 }, () => attempt([misses], together, () => true))
    expect(await Promise.all(hits)).toEqual(Array.from({ length: 10 }, () => 'done'))
  })

  test('shows parallel misses only to as many callers as the limit allows', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, miss))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(2)
  })
})

test('is rolled back with its transaction, whose own error is passed on', async () => {
  const limited = inTransaction(db, (tx) =>
    within({ ...deps(), db: tx }, [limit('a', 1)], () => sql`select 1 / 0`.execute(tx)),
  )
  await expect(limited).rejects.toThrow('division by zero')
  expect(await counts()).toEqual({})
})

test('is reported by `isWithin` without an error', async () => {
  expect([await isWithin(deps(), limit('a', 1)), await isWithin(deps(), limit('a', 1))]).toEqual([
    true,
    false,
  ])
})
