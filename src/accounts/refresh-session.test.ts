// spec: authentication-password-grant
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage } from '../../test/stage.ts'
import { ACCESS_TOKEN_S, judgeRefresh, SESSION_MS } from './session.rules.ts'
import { refreshSession } from './sign-ins.ts'

const { organizer } = SAMPLE_ACCOUNTS

const stage = keepStage()
beforeAll(async () => {
  await loadSampleAccounts(stage.deps)
})
beforeEach(() => {
  stage.clock.offsetMs = 0
})

async function signedIn() {
  const jar = openJar(stage)
  const { body } = await jar.signIn(organizer.email, SAMPLE_PASSWORD)
  return { jar, bearer: body.access_token, token: jar.cookies.get('lango_session')! }
}

/** A second holder of the same token. */
function holderOf(token: string) {
  const jar = openJar(stage)
  jar.cookies.set('lango_session', token)
  return jar
}

describe('a refresh', () => {
  test('returns a new bearer and a new token, and prolongs the session', async () => {
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
    // Each refresh prolongs the session.
    stage.pass(SESSION_MS - 60_000)
    expect((await jar.refresh()).status).toBe(200)
    stage.pass(SESSION_MS - 60_000)
    expect((await jar.refresh()).status).toBe(200)
    stage.pass(SESSION_MS)
    expect((await jar.refresh()).status).toBe(401)
  })

  test('without a cookie or with an unknown cookie gets 401, and unknown cookies are cleared', async () => {
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

  test('returns the current role', async () => {
    const { jar } = await signedIn()
    const setRole = (role: string) =>
      stage.db.updateTable('account').set({ role }).where('id', '=', organizer.id).execute()
    await setRole('admin')
    expect((await jar.refresh()).body.user).toMatchObject({ role: 'admin' })
    await setRole('organizer')
  })
})

// spec: refresh-token-cookie
describe('a used refresh token', () => {
  test('is accepted for ten seconds, and always returns its one successor', async () => {
    const { jar, token } = await signedIn()
    const lost = holderOf(token)
    await jar.refresh()
    stage.pass(10_000 - 1000)
    expect((await lost.refresh()).status).toBe(200)
    expect(lost.cookies.get('lango_session')).toBe(jar.cookies.get('lango_session'))
    // Either of the two responses lets the browser continue.
    stage.pass(60_000)
    expect((await jar.refresh()).status).toBe(200)
    expect((await lost.refresh()).status).toBe(200)
    expect(lost.cookies.get('lango_session')).toBe(jar.cookies.get('lango_session'))
  })

  test('opens no second chain for a thief: the next use of an older token ends the session', async () => {
    const { jar, token } = await signedIn()
    const thief = holderOf(token)
    await jar.refresh()
    expect((await thief.refresh()).status).toBe(200)
    stage.pass(60_000)
    expect((await jar.refresh()).status).toBe(200)
    stage.pass(10_000 + 1000)
    expect((await thief.refresh()).status).toBe(401)
    expect((await jar.refresh()).status).toBe(401)
  })

  test('has a successor that cannot be derived without our secret', async () => {
    const { jar, token } = await signedIn()
    await jar.refresh()
    const env = { ...stage.env, sessionSecrets: ['another secret of thirty-two signs'] }
    const guessed = await refreshSession({ ...stage.deps, env }, token)
    expect(guessed!.refreshToken).not.toBe(jar.cookies.get('lango_session'))
  })

  test('has a grace period that starts with its first use, and later uses do not prolong it', async () => {
    const { jar, token } = await signedIn()
    await jar.refresh()
    stage.pass(10_000 - 1000)
    expect((await holderOf(token).refresh()).status).toBe(200)
    stage.pass(2000)
    expect((await holderOf(token).refresh()).status).toBe(401)
  })

  test('ends the session for all holders after the grace period', async () => {
    const { jar, token } = await signedIn()
    const other = await signedIn()
    const { body } = await jar.refresh()
    stage.pass(10_000 + 1000)
    const thief = holderOf(token)
    expect((await thief.refresh()).status).toBe(401)
    expect((await jar.user(body.access_token)).status).toBe(401)
    expect((await jar.refresh()).status).toBe(401)
    // The session of the same account on another browser stays.
    expect((await other.jar.refresh()).status).toBe(200)
    const ends = await stage.db.selectFrom('session').select('end_reason').execute()
    expect(new Set(ends.map(({ end_reason }) => end_reason))).toEqual(new Set(['reused', null]))
  })
})

test('a refresh token is good, ended or reused, at each edge', () => {
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
  test('ends the session and its bearers immediately, and clears the cookies', async () => {
    const { jar, bearer, token } = await signedIn()
    const second = (await jar.refresh()).body.access_token
    const answer = await jar.call('POST', '/api/auth/logout')
    expect(answer.status).toBe(200)
    // The cookie of the known browser stays.
    expect([...jar.cookies.keys()]).toEqual(['lango_browser'])
    expect((await jar.user(bearer)).status).toBe(401)
    expect((await jar.user(second)).status).toBe(401)
    expect((await holderOf(token).refresh()).status).toBe(401)
  })

  test('works with the bearer alone, and without any session', async () => {
    const { bearer, token } = await signedIn()
    const headers = { authorization: `Bearer ${bearer}` }
    expect((await openJar(stage).call('POST', '/api/auth/logout', { headers })).status).toBe(200)
    expect((await holderOf(token).refresh()).status).toBe(401)
    expect((await openJar(stage).call('POST', '/api/auth/logout')).status).toBe(200)
  })

  test('leaves the sessions of other browsers open', async () => {
    const here = await signedIn()
    const there = await signedIn()
    await here.jar.call('POST', '/api/auth/logout')
    expect((await there.jar.user(there.bearer)).status).toBe(200)
  })
})

test('sessions are deleted a week after their end, and open sessions stay', async () => {
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
