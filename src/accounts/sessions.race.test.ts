// spec: sessions-bounded
import { expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import { SESSIONS_MAX } from './session.rules.ts'
import { openSession } from './sessions.ts'

const stage = keepStage()

const open = (db: Db, accountId: string) =>
  inTransaction(db, (tx) =>
    openSession(tx, stage.deps, { accountId, hasFactor: false, address: '192.0.2.1' }),
  )

async function countOpen(accountId: string): Promise<number> {
  const rows = await stage.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.length
}

/** An account that may open one more session. */
async function nearlyFull(): Promise<string> {
  const { id } = await buildAccount(stage)
  for (let i = await countOpen(id); i < SESSIONS_MAX - 1; i++) await open(stage.db, id)
  return id
}

const ACCOUNT_LOCK = /(?<=from "account" as "a" where "a"."id" = \$1) for no key update$/

test('without the lock two concurrent sign-ins do not see each other, and the account exceeds its limit', async () => {
  const accountId = await nearlyFull()
  const unguarded = openUnguarded(stage.env.databaseUrl, [ACCOUNT_LOCK])
  const opened = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const first = inTransaction(unguarded, async (tx) => {
    await openSession(tx, stage.deps, { accountId, hasFactor: false, address: '192.0.2.1' })
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

test('with the lock the second sign-in waits, and the account keeps its limit', async () => {
  const accountId = await nearlyFull()
  await behind(
    stage.db,
    (tx) => openSession(tx, stage.deps, { accountId, hasFactor: false, address: '192.0.2.1' }),
    () => open(stage.db, accountId),
  )
  expect(await countOpen(accountId)).toBe(SESSIONS_MAX)
  await Promise.all(Array.from({ length: SESSIONS_MAX * 2 }, () => open(stage.db, accountId)))
  expect(await countOpen(accountId)).toBe(SESSIONS_MAX)
})

test('the session that was unused for longest ends with the reason crowded_out', async () => {
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
  // This refresh makes the oldest session the most recently refreshed session.
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
