// spec: refresh-token-cookie
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { refreshSession } from './sign-ins.ts'
import { hashToken } from './tokens.ts'

const stage = keepStage()
beforeAll(async () => {
  await loadSampleAccounts(stage.deps)
})

type Jar = ReturnType<typeof openJar>

async function signedIn(): Promise<Jar> {
  const jar = openJar(stage)
  await jar.signIn(SAMPLE_ACCOUNTS.organizer.email, SAMPLE_PASSWORD)
  return jar
}

function holdersOf(token: string, count: number): Jar[] {
  return Array.from({ length: count }, () => {
    const jar = openJar(stage)
    jar.cookies.set('lango_session', token)
    return jar
  })
}

async function refreshAll(tabs: Jar[]): Promise<number[]> {
  return (await Promise.all(tabs.map((tab) => tab.refresh()))).map(({ status }) => status)
}

const all = (tabs: Jar[], status: number) => tabs.map(() => status)

/**
 * Turns off a guard of the product while `work` runs: a trigger applies `change` to each row in
 * which the product writes `column`.
 */
async function without(table: string, column: string, change: string, work: () => Promise<void>) {
  const name = sql.id(`without_${column}`)
  await sql`create function ${name}() returns trigger language plpgsql as ${sql.lit(`begin ${change}; end`)}`.execute(
    stage.db,
  )
  await sql`create trigger guard_off before update of ${sql.id(column)} on ${sql.table(table)}
    for each row execute function ${name}()`.execute(stage.db)
  try {
    await work()
  } finally {
    await sql`drop function ${name} cascade`.execute(stage.db)
  }
}

const GRACE_MS = 10_000

describe('twelve tabs of one browser, six that refresh concurrently and six right after them', () => {
  async function race() {
    const jar = await signedIn()
    const tabs = holdersOf(jar.cookies.get('lango_session')!, 12)
    const first = await refreshAll(tabs.slice(0, 6))
    const behind = await refreshAll(tabs.slice(6))
    stage.pass(GRACE_MS + 1000)
    // Every tab must work afterwards, because the browser may keep the cookies of any response.
    return { tabs, first, behind, later: await refreshAll(tabs) }
  }

  test('lose the session without the grace period', async () => {
    const change = `new.used_at := new.used_at - interval '${GRACE_MS + 1} ms'; return new`
    await without('refresh_token', 'used_at', change, async () => {
      const { tabs, first, behind, later } = await race()
      expect(first).toContain(200)
      expect(behind).toEqual(all(tabs.slice(6), 401))
      expect(later).toEqual(all(tabs, 401))
    })
  })

  test('all continue with working tokens within the grace period', async () => {
    const { tabs, first, behind, later } = await race()
    expect([...first, ...behind]).toEqual(all(tabs, 200))
    expect(later).toEqual(all(tabs, 200))
  })
})

describe('thirty concurrent refreshes with one token', () => {
  const THIRTY = 30
  /**
   * Matches the guard of the statement that uses a token: only the first use may store the nonce
   * from which the successor is derived.
   */
  const STILL_UNUSED = / and "used_at" is null/

  /** Returns the tokens in the responses, and the number of stored successors of the used token. */
  async function race(db: Db) {
    const jar = await signedIn()
    const token = jar.cookies.get('lango_session')!
    const all = Array.from({ length: THIRTY }, () => refreshSession({ ...stage.deps, db }, token))
    const answers = await Promise.all(all)
    const { rows } = await sql<{ token_hash: Buffer }>`
      select n.token_hash from refresh_token o join refresh_token n using (session_id)
      where o.token_hash = ${hashToken(token)} and n.token_hash <> o.token_hash`.execute(stage.db)
    const tokens = answers.map((session) => session!.refreshToken)
    return { tokens: new Set(tokens), stored: rows.length, token }
  }

  test('without the guard give out several successors', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [STILL_UNUSED])
    const { tokens, stored } = await race(unguarded)
    expect(tokens.size).toBeGreaterThan(1)
    expect(stored).toBe(tokens.size)
    await unguarded.close()
  })

  test('with the guard give out one successor, which works', async () => {
    for (let round = 0; round < 5; round++) {
      const { tokens, stored, token } = await race(stage.db)
      expect(tokens.size).toBe(1)
      expect(stored).toBe(1)
      const [successor] = tokens
      expect(successor).not.toBe(token)
      expect(await refreshAll(holdersOf(successor!, 1))).toEqual([200])
    }
  })
})

describe('tabs that refresh concurrently with a thief who has an older token', () => {
  /**
   * Returns the responses to the thief and the tabs, and whether the tabs' bearers and tokens work
   * afterwards.
   */
  async function race() {
    const jar = await signedIn()
    const [thief] = holdersOf(jar.cookies.get('lango_session')!, 1)
    await jar.refresh()
    stage.pass(GRACE_MS + 1000)
    const tabs = holdersOf(jar.cookies.get('lango_session')!, 3)
    const [stolen, ...own] = await Promise.all([thief!, ...tabs].map((tab) => tab.refresh()))
    // The bearers of tabs that refreshed before the thief did.
    const bearers = own.filter(({ status }) => status === 200).map(({ body }) => body.access_token)
    const users = await Promise.all(bearers.map((bearer) => openJar(stage).user(bearer)))
    const known = users.map(({ status }) => status)
    return { tabs, stolen: stolen!.status, known, later: await refreshAll(tabs) }
  }

  test('keep working tokens if the theft does not end the session', async () => {
    await without('session', 'ended_at', 'return null', async () => {
      const { tabs, stolen, known, later } = await race()
      expect(stolen).toBe(401)
      expect(known).toEqual(all(tabs, 200))
      expect(later).toEqual(all(tabs, 200))
    })
  })

  test('all lose the session', async () => {
    for (let round = 0; round < 8; round++) {
      const { tabs, stolen, known, later } = await race()
      expect(stolen).toBe(401)
      expect(known).toEqual(known.map(() => 401))
      expect(later).toEqual(all(tabs, 401))
    }
  })
})
