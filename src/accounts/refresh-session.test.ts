// spec: authentication-password-grant
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { ACCESS_TOKEN_S, GRACE_MS, judgeRefresh, SESSION_MS } from './session.rules.ts'
import { refreshSession } from './sign-ins.ts'

const { organizer } = SAMPLE_ACCOUNTS

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
  await loadSampleAccounts(stage.deps)
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.clock.offsetMs = 0
})

async function signedIn() {
  const jar = openJar(stage)
  const { body } = await jar.signIn(organizer.email, SAMPLE_PASSWORD)
  return { jar, bearer: body.access_token, token: jar.cookies.get('lango_session')! }
}

/** Another holder of a token that was given to somebody. */
function holderOf(token: string) {
  const jar = openJar(stage)
  jar.cookies.set('lango_session', token)
  return jar
}

describe('a refresh', () => {
  test('gives a new bearer and a new token, and the session goes on', async () => {
    const { jar, bearer, token } = await signedIn()
    stage.pass(ACCESS_TOKEN_S * 1000)
    expect((await jar.user(bearer)).status).toBe(401)
    const answer = await jar.refresh()
    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: ACCESS_TOKEN_S, user: { id: organizer.id } },
    })
    expect(jar.cookies.get('lango_session')).not.toBe(token)
    expect((await jar.user(answer.body.access_token)).status).toBe(200)
    // Each moves the end on.
    stage.pass(SESSION_MS - 60_000)
    expect((await jar.refresh()).status).toBe(200)
    stage.pass(SESSION_MS - 60_000)
    expect((await jar.refresh()).status).toBe(200)
    stage.pass(SESSION_MS)
    expect((await jar.refresh()).status).toBe(401)
  })

  test('without a cookie, or with one that is nobody\u2019s, clears what there is', async () => {
    const empty = await openJar(stage).refresh()
    expect(empty).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    const stranger = holderOf('x'.repeat(43))
    const { status, cookies } = await stranger.refresh()
    expect(status).toBe(401)
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([
      ['lango_session', ''],
      ['lango_signed_in', ''],
    ])
  })

  test('role and address are those of now', async () => {
    const { jar } = await signedIn()
    const setRole = (role: string) =>
      stage.db.updateTable('account').set({ role }).where('id', '=', organizer.id).execute()
    await setRole('admin')
    expect((await jar.refresh()).body.user).toMatchObject({ role: 'admin' })
    await setRole('organizer')
  })
})

// spec: refresh-token-cookie
describe('an old token', () => {
  test('is forgiven for ten seconds, with the one successor that it has', async () => {
    const { jar, token } = await signedIn()
    const lost = holderOf(token)
    await jar.refresh()
    stage.pass(GRACE_MS - 1000)
    expect((await lost.refresh()).status).toBe(200)
    expect(lost.cookies.get('lango_session')).toBe(jar.cookies.get('lango_session'))
    // Whichever of the two answers the browser kept, it goes on.
    stage.pass(60_000)
    expect((await jar.refresh()).status).toBe(200)
    expect((await lost.refresh()).status).toBe(200)
    expect(lost.cookies.get('lango_session')).toBe(jar.cookies.get('lango_session'))
  })

  test('stolen, opens no second line: the next use of it, or of what it gave, is seen', async () => {
    const { jar, token } = await signedIn()
    const thief = holderOf(token)
    await jar.refresh()
    expect((await thief.refresh()).status).toBe(200)
    stage.pass(60_000)
    expect((await jar.refresh()).status).toBe(200)
    stage.pass(GRACE_MS + 1000)
    expect((await thief.refresh()).status).toBe(401)
    expect((await jar.refresh()).status).toBe(401)
  })

  test('names its successor from what is stored and our secret, which is stored nowhere', async () => {
    const { jar, token } = await signedIn()
    await jar.refresh()
    const env = { ...stage.env, sessionSecret: 'another secret of thirty-two signs' }
    const guessed = await refreshSession({ ...stage.deps, env }, token)
    expect(guessed!.refreshToken).not.toBe(jar.cookies.get('lango_session'))
  })

  test('its grace begins with its first use and is not prolonged by another', async () => {
    const { jar, token } = await signedIn()
    await jar.refresh()
    stage.pass(GRACE_MS - 1000)
    expect((await holderOf(token).refresh()).status).toBe(200)
    stage.pass(2000)
    expect((await holderOf(token).refresh()).status).toBe(401)
  })

  test('afterwards ends the session for all who hold a token of it, at once', async () => {
    const { jar, token } = await signedIn()
    const other = await signedIn()
    const { body } = await jar.refresh()
    stage.pass(GRACE_MS + 1000)
    const thief = holderOf(token)
    expect((await thief.refresh()).status).toBe(401)
    expect((await jar.user(body.access_token)).status).toBe(401)
    expect((await jar.refresh()).status).toBe(401)
    // The same person on another browser is not touched.
    expect((await other.jar.refresh()).status).toBe(200)
    const ends = await stage.db.selectFrom('session').select('end_reason').execute()
    expect(new Set(ends.map(({ end_reason }) => end_reason))).toEqual(new Set(['reused', null]))
  })
})

test('what a token is good for, at each edge', () => {
  const now = new Date(1_000_000)
  const at = (ms: number) => new Date(now.getTime() + ms)
  const fresh = { used_at: null, ended_at: null, expires_at: at(1) }
  expect(judgeRefresh(fresh, now)).toBe('good')
  expect(judgeRefresh({ ...fresh, expires_at: now }, now)).toBe('ended')
  expect(judgeRefresh({ ...fresh, used_at: at(-10_000) }, now)).toBe('good')
  expect(judgeRefresh({ ...fresh, used_at: at(-10_001) }, now)).toBe('reused')
  expect(judgeRefresh({ ...fresh, used_at: at(-10_001), ended_at: at(-1) }, now)).toBe('ended')
})

// spec: signout-ends-session
describe('a sign-out', () => {
  test('ends the session and its bearers at once, and takes the cookies back', async () => {
    const { jar, bearer, token } = await signedIn()
    const second = (await jar.refresh()).body.access_token
    const answer = await jar.call('POST', '/api/auth/logout')
    expect(answer.status).toBe(200)
    // What says that this browser was signed in here before stays.
    expect([...jar.cookies.keys()]).toEqual(['lango_browser'])
    expect((await jar.user(bearer)).status).toBe(401)
    expect((await jar.user(second)).status).toBe(401)
    expect((await holderOf(token).refresh()).status).toBe(401)
  })

  test('goes by the bearer alone too, and does no harm to nobody', async () => {
    const { bearer, token } = await signedIn()
    const headers = { authorization: `Bearer ${bearer}` }
    expect((await openJar(stage).call('POST', '/api/auth/logout', { headers })).status).toBe(200)
    expect((await holderOf(token).refresh()).status).toBe(401)
    expect((await openJar(stage).call('POST', '/api/auth/logout')).status).toBe(200)
  })

  test('of one browser leaves the other alone', async () => {
    const here = await signedIn()
    const there = await signedIn()
    await here.jar.call('POST', '/api/auth/logout')
    expect((await there.jar.user(there.bearer)).status).toBe(200)
  })
})

test('sessions are forgotten a week after their end, and no others', async () => {
  await stage.db.deleteFrom('refresh_token').execute()
  await stage.db.deleteFrom('session').execute()
  const { jar } = await signedIn()
  const gone = await signedIn()
  await gone.jar.call('POST', '/api/auth/logout')
  const count = async () => (await stage.db.selectFrom('session').select('id').execute()).length
  const before = await count()
  await stage.sweep()
  expect(await count()).toBe(before)
  stage.pass(8 * 24 * 3600_000)
  await stage.sweep()
  expect(await count()).toBeLessThan(before)
  expect((await jar.refresh()).status).toBe(200)
  stage.pass(SESSION_MS + 8 * 24 * 3600_000)
  await stage.sweep()
  expect(await count()).toBe(0)
  expect(await stage.db.selectFrom('refresh_token').selectAll().execute()).toEqual([])
})
