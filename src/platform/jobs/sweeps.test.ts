import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countStatements } from '../../../test/count-statements.ts'
import { keepDatabase } from '../../../test/database.ts'
import { makeLog } from '../log.ts'
import { isDue } from './due.sql.ts'
import { runSweeps } from './sweeps.ts'

const { db } = keepDatabase(2)

const ROUNDS = 5

test('sweeps of one beat share one statement', async () => {
  const stopping = new AbortController()
  const ran = { first: 0, second: 0, third: 0 }
  const sweep = (name: keyof typeof ran) => ({
    name,
    everyMs: 5,
    run: async () => {
      ran[name] += 1
      await isDue(db, sql`${1}::int = 2`)
      if (ran.first === ROUNDS) stopping.abort()
    },
  })
  const sweeps = [sweep('first'), sweep('second'), sweep('third')]
  const work = () => runSweeps(sweeps, { log: makeLog('silent') }, stopping.signal)
  expect(await countStatements(work)).toEqual({ statements: ROUNDS, commits: 0 })
  expect(ran).toEqual({ first: ROUNDS, second: ROUNDS, third: ROUNDS })
})

test("a sweep that returns 'more' runs again immediately, and a sweep that fails runs again later", async () => {
  const stopping = new AbortController()
  const ran: string[] = []
  const more = async () => {
    ran.push('more')
    return ran.length < 3 ? 'more' : 'done'
  }
  const fails = async () => {
    ran.push('fails')
    if (ran.filter((name) => name === 'fails').length === 2) stopping.abort()
    throw new Error('no')
  }
  const sweeps = [
    { name: 'more', everyMs: 1000_000, run: more },
    { name: 'fails', everyMs: 5, run: fails },
  ]
  await runSweeps(sweeps, { log: makeLog('silent') }, stopping.signal)
  expect(ran).toEqual(['more', 'fails', 'more', 'fails'])
})

test.each([
  { shop: 'busy', idleMs: 0, quick: 6, slow: 2 },
  { shop: 'idle', idleMs: 30_000, quick: 2, slow: 2 },
])(
  'in a $shop shop a frequent sweep runs $quick times while a rare one runs twice',
  async (shop) => {
    const stopping = new AbortController()
    const ran = { quick: 0, slow: 0 }
    const run = (name: keyof typeof ran) => async () => {
      ran[name] += 1
      if (ran.quick >= shop.quick && ran.slow === shop.slow) stopping.abort()
    }
    const sweeps = [
      { name: 'quick', everyMs: 5, run: run('quick') },
      { name: 'slow', everyMs: 25, run: run('slow') },
    ]
    const { idleMs } = shop
    await runSweeps(sweeps, { log: makeLog('silent'), idleMs: () => idleMs }, stopping.signal)
    expect(ran).toEqual({ quick: shop.quick, slow: shop.slow })
  },
)
