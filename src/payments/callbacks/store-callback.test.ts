import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { buildEvent } from '../../../test/build.ts'
import { countStatements } from '../../../test/count-statements.ts'
import { prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { callbackReceived } from '../jobs.ts'
import { type CallbackAddress, isPromptToken, type Posted } from './callbacks.sql.ts'
import { storeCallback } from './store-callback.ts'

const PROMPTS: CallbackAddress = { kind: 'stk', isKnown: isPromptToken, job: callbackReceived }
const UNKNOWN = '0'.repeat(32)

const stage = keepStage()
/** The tokens of three prompts. */
const tokens: string[] = []

beforeAll(async () => {
  const event = await buildEvent(stage.db)
  for (let n = 0; n < 3; n++) {
    const { callbackPath } = await prompted(stage, event)
    tokens.push(callbackPath.split('/').at(-1)!)
  }
})
const forget = () =>
  sql`with gone as (delete from job) delete from provider_callback`.execute(stage.db)
beforeEach(async () => {
  await forget()
})

const store = (posted: Posted, db = stage.db) => storeCallback(db, PROMPTS, posted)
const storeAll = (all: Posted[]) => Promise.all(all.map((posted) => store(posted)))
const many = (count: number): Posted[] =>
  Array.from({ length: count }, (_, n) => ({ token: tokens[n % 3]!, body: `{"n":${n}}` }))

/** The stored callbacks, ordered by id. Rows that one transaction wrote have the same xmin. */
async function readStored() {
  const { rows } = await sql<{ token: string; body: string; jobs: number; xmin: string }>`
    select token, body, xmin::text, (
      select count(*) from job where payload->>'callbackId' = c.id::text and job.xmin = c.xmin
    ) as jobs from provider_callback c order by id`.execute(stage.db)
  return rows
}
const countCommits = (rows: { xmin: string }[]) => new Set(rows.map(({ xmin }) => xmin)).size

test('callbacks to one process each take one commit each', async () => {
  await Promise.all(many(20).map((posted) => store(posted, asProcess(stage.db))))
  expect(countCommits(await readStored())).toBe(20)
})

test('concurrent callbacks share two commits: one for the first, one for all others', async () => {
  const cost = await countStatements(async () => {
    expect(await storeAll(many(20))).toEqual(Array(20).fill(true))
  })
  expect(cost).toEqual({ statements: 2, commits: 2 })
  const rows = await readStored()
  expect(countCommits(rows)).toBe(2)
  expect(rows.map(({ body }) => body)).toEqual(many(20).map(({ body }) => body))
  expect(rows.every(({ jobs }) => jobs === 1)).toBe(true)
})

test('a callback that cannot be stored fails alone, and the others of its batch are stored once', async () => {
  await sql`alter table provider_callback add constraint broken check (body <> 'broken')`.execute(
    stage.db,
  )
  const all = many(12)
  all[7] = { token: tokens[0]!, body: 'broken' }
  const ends = await Promise.allSettled(all.map((posted) => store(posted)))
  await sql`alter table provider_callback drop constraint broken`.execute(stage.db)
  expect(ends.map(({ status }) => status)).toEqual(
    all.map(({ body }) => (body === 'broken' ? 'rejected' : 'fulfilled')),
  )
  const rows = await readStored()
  expect(rows.map(({ body }) => body)).toEqual(
    all.map(({ body }) => body).filter((body) => body !== 'broken'),
  )
  expect(rows.every(({ jobs }) => jobs === 1)).toBe(true)
})

test('a batch stores the same callbacks as storing them one by one, and knows the same tokens', async () => {
  const posted = fc.record({
    token: fc.constantFrom(0, 1, 2, null).map((at) => (at === null ? UNKNOWN : tokens[at]!)),
    body: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  })
  const property = fc.asyncProperty(
    fc.array(posted, { minLength: 2, maxLength: 12 }),
    async (all) => {
      const storedFacts = ({
        token,
        body,
        jobs,
      }: Awaited<ReturnType<typeof readStored>>[number]) => ({
        token,
        body,
        jobs,
      })
      await forget()
      const together = [await storeAll(all), (await readStored()).map(storedFacts)]
      await forget()
      const inTurn: boolean[] = []
      for (const one of all) inTurn.push(await store(one))
      expect(together).toEqual([inTurn, (await readStored()).map(storedFacts)])
    },
  )
  await fc.assert(property, { numRuns: 20 })
})
