// spec: authentication-password-grant
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { AccountError } from './errors.ts'
import { ACCESS_TOKEN_S, BROWSER_MS, SESSION_MS } from './session.rules.ts'
import { signIn } from './sign-ins.ts'

const { organizer, admin, other, new: fresh } = SAMPLE_ACCOUNTS

const stage = keepStage()
beforeAll(async () => {
  await loadSampleAccounts(stage.deps)
})
beforeEach(async () => {
  await stage.db.deleteFrom('rate_count').execute()
})

const wrong = { status: 401, body: new AccountError('invalid_credentials').body() }

// spec: refresh-token-cookie
describe('a sign-in', () => {
  const anew = { value: expect.stringMatching(/^[\w-]{43}$/), expires: expect.any(Date) }

  // spec: audit-log-exports
  test('of an admin leaves a row in the audit log with the address, and of an organizer none', async () => {
    await openJar(stage).signIn(admin.email, 'wrong password')
    await openJar(stage).signIn(organizer.email, SAMPLE_PASSWORD)
    await openJar(stage, '41.90.1.2').signIn(admin.email, SAMPLE_PASSWORD)
    const rows = await stage.db
      .selectFrom('audit_log')
      .innerJoin('audit_address', 'audit_id', 'id')
      .select(['account_id', 'action', 'subject', 'after', 'address'])
      .execute()
    expect(rows).toEqual([
      {
        account_id: admin.id,
        action: 'admin_signed_in',
        subject: admin.id,
        after: null,
        address: '41.90.1.2',
      },
    ])
  })

  test('returns a bearer and the user, and sets a cookie that no script can read', async () => {
    const jar = openJar(stage)
    const answer = await jar.signIn(' Organizer@Lango.TEST', SAMPLE_PASSWORD)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_S,
      user: { id: organizer.id, email: organizer.email, role: 'organizer' },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const [session, mark, browser] = answer.cookies
    expect(session).toMatchObject({
      name: 'lango_session',
      value: expect.stringMatching(/^[\w-]{43}$/),
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    })
    expect(session!.secure).toBeUndefined()
    expect((session!.expires as Date).getTime()).toBeGreaterThan(Date.now() + SESSION_MS - 60_000)
    expect(mark).toMatchObject({ name: 'lango_signed_in', sameSite: 'Lax', path: '/' })
    expect(mark!.httpOnly).toBeUndefined()
    expect(browser).toMatchObject({ ...session, name: 'lango_browser', ...anew })
    expect((browser!.expires as Date).getTime()).toBeGreaterThan(Date.now() + BROWSER_MS - 60_000)
    expect(browser!.value).not.toBe(session!.value)
    expect(await jar.user(answer.body.access_token)).toMatchObject({
      status: 200,
      body: {
        id: organizer.id,
        email: organizer.email,
        role: 'organizer',
        full_name: organizer.fullName,
        confirmed: true,
      },
    })
  })

  test('stores the refresh token only as a hash', async () => {
    const jar = openJar(stage)
    await jar.signIn(organizer.email, SAMPLE_PASSWORD)
    const token = jar.cookies.get('lango_session')!
    const rows = await stage.db.selectFrom('refresh_token').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const { token_hash } of rows) expect(token_hash).not.toEqual(Buffer.from(token))
  })

  test('sets cookies for this host only under https', async () => {
    const secure = await makeStage({ PUBLIC_ORIGIN: 'https://lango.example' })
    await loadSampleAccounts(secure.deps)
    const { cookies } = await openJar(secure).signIn(admin.email, SAMPLE_PASSWORD)
    expect(cookies).toMatchObject([
      { name: '__Host-lango_session', secure: true, path: '/', httpOnly: true },
      { name: 'lango_signed_in', secure: true },
      { name: '__Host-lango_browser', secure: true, path: '/', httpOnly: true, sameSite: 'Strict' },
    ])
    for (const { domain } of cookies) expect(domain).toBeUndefined()
    await secure.close()
  })

  // spec: signin-bad-credentials-invalid
  test('gets the same response for a wrong password and for an unknown address', async () => {
    const jar = openJar(stage)
    expect(await jar.signIn(organizer.email, 'not it')).toMatchObject(wrong)
    expect(await jar.signIn('nobody@lango.test', 'not it')).toMatchObject(wrong)
    expect(jar.cookies.size).toBe(0)
  })

  test('names the missing field, and refuses an unknown grant type', async () => {
    const { call } = openJar(stage)
    const path = '/api/auth/token?grant_type=password'
    const field = async (body: object) => (await call('POST', path, { body })).body.field
    expect(await field({ password: 'x' })).toBe('email')
    expect(await field({ email: ' ', password: 'x' })).toBe('email')
    expect(await field({ email: 'a@b' })).toBe('password')
    expect(await field({ email: 1, password: 'x' })).toBe('email')
    expect(await field({ email: 'a@b', password: 'x'.repeat(201) })).toBe('password')
    expect(await call('POST', path)).toMatchObject({ status: 422, body: { field: 'email' } })
    expect(await call('POST', '/api/auth/token?grant_type=x')).toMatchObject({
      status: 422,
      body: { field: 'grant_type' },
    })
  })

  test('ends the previous session of the browser', async () => {
    const jar = openJar(stage)
    const first = await jar.signIn(organizer.email, SAMPLE_PASSWORD)
    await jar.signIn(admin.email, SAMPLE_PASSWORD)
    expect((await jar.user(first.body.access_token)).status).toBe(401)
  })

  test('accepts a form', async () => {
    const reply = await stage.app.inject({
      method: 'POST',
      url: '/api/auth/token?grant_type=password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: admin.email, password: SAMPLE_PASSWORD }).toString(),
    })
    expect(reply.json().user).toEqual({ id: admin.id, email: admin.email, role: 'admin' })
  })
})

// spec: failed-signins-5
describe('failed sign-ins', () => {
  const MINUTE_MS = 60_000
  const limited = { status: 429, body: { code: 'too_many_requests' } }

  test('are limited to five in 15 minutes, after which the right password is refused too', async () => {
    const jar = openJar(stage)
    for (let i = 0; i < 5; i++) {
      expect(await jar.signIn(organizer.email, 'not it')).toMatchObject(wrong)
    }
    const answer = await jar.signIn(organizer.email.toUpperCase(), SAMPLE_PASSWORD)
    expect(answer).toMatchObject(limited)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60)
    // This account is limited only from this IP address, and other accounts are not limited.
    expect((await jar.signIn(admin.email, SAMPLE_PASSWORD)).status).toBe(200)
    const elsewhere = openJar(stage, '192.0.2.2')
    expect((await elsewhere.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    stage.pass(15 * MINUTE_MS + 1000)
    expect((await jar.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('are limited in the same way for an unknown address', async () => {
    const jar = openJar(stage)
    for (let i = 0; i < 5; i++) await jar.signIn('nobody@lango.test', 'not it')
    expect(await jar.signIn('nobody@lango.test', 'not it')).toMatchObject(limited)
  })

  test('are not counted for an account whose sign-ins succeed', async () => {
    for (let i = 0; i < 8; i++) {
      expect((await openJar(stage).signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    }
  })

  test('are limited equally if they are concurrent', async () => {
    const jar = openJar(stage)
    const tries = Array.from({ length: 12 }, () => jar.signIn(organizer.email, 'not it'))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  test('are limited to LIMIT_SIGNIN_PER_ADDRESS in an hour from one network address', async () => {
    const strict = await makeStage({ LIMIT_SIGNIN_PER_ADDRESS: '3', LIMIT_SIGNIN_PER_ACCOUNT: '9' })
    await loadSampleAccounts(strict.deps)
    const jar = openJar(strict)
    for (let i = 0; i < 3; i++) await jar.signIn(`${i}@lango.test`, 'not it')
    expect(await jar.signIn(admin.email, SAMPLE_PASSWORD)).toMatchObject(limited)
    strict.pass(61 * MINUTE_MS)
    expect((await jar.signIn(admin.email, SAMPLE_PASSWORD)).status).toBe(200)
    expect(stage.env.limits).toMatchObject({
      signInPerAccount: 5,
      signInPerAddress: 100,
      signInPerAccountDay: 100,
    })
    await strict.close()
  })

  test('share the limit of a network address with successful sign-ins of unknown browsers', async () => {
    const strict = await makeStage({ LIMIT_SIGNIN_PER_ADDRESS: '3' })
    await loadSampleAccounts(strict.deps)
    const known = openJar(strict)
    expect((await known.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    for (const { email } of [admin, other]) {
      expect((await openJar(strict).signIn(email, SAMPLE_PASSWORD)).status).toBe(200)
    }
    // The limit also stops an attacker who has a list of stolen passwords.
    expect(await openJar(strict).signIn(fresh.email, SAMPLE_PASSWORD)).toMatchObject(limited)
    expect((await openJar(strict, '192.0.2.9').signIn(fresh.email, SAMPLE_PASSWORD)).status).toBe(
      200,
    )
    // A known browser is neither refused nor counted.
    for (let i = 0; i < 5; i++) {
      expect((await known.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    }
    await strict.close()
  })

  test('include a sign-in whose password was changed while it was compared', async () => {
    const passwords = {
      expectCapacity: () => {},
      hash: async () => '',
      verify: async () => {
        await stage.db
          .updateTable('account')
          .set({ password_hash: 'another' })
          .where('id', '=', fresh.id)
          .execute()
        return true
      },
    }
    const caller = { address: '192.0.2.1' }
    const late = signIn({ ...stage.deps, passwords }, { ...fresh, password: 'the old one', caller })
    await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' })
    const open = stage.db.selectFrom('session').select('id').where('account_id', '=', fresh.id)
    expect(await open.execute()).toEqual([])
  })
})

// spec: sample-accounts-never
test('sample accounts are made once, and never in production', async () => {
  await stage.db
    .updateTable('account')
    .set({ full_name: 'Somebody' })
    .where('id', '=', admin.id)
    .execute()
  await loadSampleAccounts(stage.deps)
  const rows = await stage.db.selectFrom('account').select(['id', 'full_name']).execute()
  expect(rows).toHaveLength(4)
  expect(rows).toContainEqual({ id: admin.id, full_name: 'Somebody' })
  const env = { ...stage.env, production: true }
  await expect(loadSampleAccounts({ ...stage.deps, env })).rejects.toThrow('published password')
})
