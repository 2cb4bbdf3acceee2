// spec: sessions-bounded
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import { SESSIONS_MAX } from './session.rules.ts'
import { openSession } from './sessions.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())

const open = (db: Db, accountId: string) =>
  inTransaction(db, (tx) => openSession(tx, stage.deps, { accountId }))

async function countOpen(accountId: string): Promise<number> {
  const rows = await stage.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.length
}

/** An account that may have one more. */
async function nearlyFull(): Promise<string> {
  const { id } = await buildAccount(stage)
  for (let i = await countOpen(id); i < SESSIONS_MAX - 1; i++) await open(stage.db, id)
  return id
}

const ACCOUNT_LOCK = /(?<=from "account" where "id" = \$1) for no key update$/

test('the guard off: two that open at once do not see each other, and both stay', async () => {
  const accountId = await nearlyFull()
  const unguarded = openUnguarded(stage.env.databaseUrl, [ACCOUNT_LOCK])
  const opened = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const first = inTransaction(unguarded, async (tx) => {
    await openSession(tx, stage.deps, { accountId })
    opened.resolve()
    await commit.promise
  })
  await opened.promise
  await open(unguarded, accountId)
  commit.resolve()
  await first
  expect(await countOpen(accountId)).toBe(SESSIONS_MAX + 1)
  await unguarded.close()
})

test('the guard on: the second waits for the first, and an account has so many at most', async () => {
  const accountId = await nearlyFull()
  await behind(
    stage.db,
    (tx) => openSession(tx, stage.deps, { accountId }),
    () => open(stage.db, accountId),
  )
  expect(await countOpen(accountId)).toBe(SESSIONS_MAX)
  await Promise.all(Array.from({ length: SESSIONS_MAX * 2 }, () => open(stage.db, accountId)))
  expect(await countOpen(accountId)).toBe(SESSIONS_MAX)
})

test('the one that was not used for the longest time ends, and says why', async () => {
  const { id } = await buildAccount(stage)
  await stage.db.deleteFrom('session').where('account_id', '=', id).execute()
  const sessions = []
  for (let i = 0; i < SESSIONS_MAX; i++) {
    sessions.push(await open(stage.db, id))
    stage.pass(1000)
  }
  const holders = sessions.map(({ refreshToken }) => {
    const jar = openJar(stage)
    jar.cookies.set('lango_session', refreshToken)
    return jar
  })
  // The oldest is in use.
  expect((await holders[0]!.refresh()).status).toBe(200)
  stage.pass(1000)
  await open(stage.db, id)
  expect((await holders[1]!.refresh()).status).toBe(401)
  expect((await holders[0]!.refresh()).status).toBe(200)
  expect((await holders[2]!.refresh()).status).toBe(200)
  const ended = await stage.db
    .selectFrom('session')
    .select(['id', 'end_reason'])
    .where('account_id', '=', id)
    .where('ended_at', 'is not', null)
    .execute()
  expect(ended).toEqual([{ id: sessions[1]!.id, end_reason: 'crowded_out' }])
})
