// spec: confirm-signed-up-here
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { mailedToken } from '../../test/accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { LINK_MS } from './links.ts'
import { hashToken } from './tokens.ts'

const COOKIE = 'lango_sign_up'
const OWN = 'uwanja-wetu'
const STRANGERS = 'of-the-stranger'
const NEW = 'kiwanja-kipya'

const stage = keepStage()
let email: string
let count = 0
beforeAll(async () => {
  await loadSampleAccounts(stage.deps)
})
beforeEach(async () => {
  stage.clock.offsetMs = 0
  await stage.db.deleteFrom('rate_count').execute()
  email = `here${count++}@club.example`
})

type Jar = ReturnType<typeof openJar>

const signUp = (jar: Jar, address = email, password = OWN) =>
  jar.call('POST', '/api/auth/signup', {
    body: { email: address, password, full_name: 'Amina Odhiambo' },
  })

/** Signs up in this browser. Returns the token of the mailed link. */
async function signUpIn(jar: Jar, address = email, password = OWN): Promise<string> {
  expect((await signUp(jar, address, password)).status).toBe(201)
  return await mailedToken(stage, address, '/organizer/confirm')
}

const confirm = (jar: Jar, body: object) => jar.call('POST', '/api/auth/confirm', { body })

/** Whether the page of the link asks this browser for the password. */
async function isAsked(jar: Jar, token: string): Promise<boolean> {
  const { status, body } = await jar.call('POST', '/api/auth/link', { body: { token } })
  expect(status).toBe(200)
  return !body.signed_up_here
}

const canSignIn = async (password: string, address = email) =>
  (await openJar(stage).signIn(address, password)).status === 200

/** Expects that the link asks this browser for a password, and confirms nothing without one. */
async function expectAsked(jar: Jar, token: string): Promise<void> {
  expect(await isAsked(jar, token)).toBe(true)
  expect(await confirm(jar, { token })).toMatchObject({
    status: 422,
    body: { field: 'password', error: 'Please enter a password' },
  })
}

describe('in the browser that signed up, the link', () => {
  test('confirms without a password, once, and takes the cookie away', async () => {
    const jar = openJar(stage)
    const token = await signUpIn(jar)
    // Viewing the link confirms nothing.
    for (let i = 0; i < 2; i++) expect(await isAsked(jar, token)).toBe(false)
    expect(await canSignIn(OWN)).toBe(false)
    const confirmed = await confirm(jar, { token })
    expect(confirmed).toMatchObject({ status: 200, body: { user: { email } } })
    expect(jar.cookies.has(COOKIE)).toBe(false)
    expect((await jar.user(confirmed.body.access_token)).status).toBe(200)
    expect(await canSignIn(OWN)).toBe(true)
    expect(await confirm(jar, { token })).toMatchObject({ status: 410 })
  })

  test('still refuses a wrong or empty password, and accepts a new one', async () => {
    const jar = openJar(stage)
    const token = await signUpIn(jar)
    for (const password of ['', 'not it']) {
      expect(await confirm(jar, { token, password })).toMatchObject({ status: 422 })
    }
    expect((await confirm(jar, { token, new_password: NEW })).status).toBe(200)
    expect([await canSignIn(OWN), await canSignIn(NEW)]).toEqual([false, true])
  })

  test('that is sent again works without a password, also after a sign-in in vain', async () => {
    const jar = openJar(stage)
    await signUpIn(jar)
    expect((await jar.signIn(email, OWN)).body).toMatchObject({ code: 'unconfirmed' })
    await jar.call('POST', '/api/auth/forgot', { body: { email } })
    const token = await mailedToken(stage, email, '/organizer/confirm')
    expect((await confirm(jar, { token })).status).toBe(200)
  })

  test('works once if three requests use it concurrently', async () => {
    const jar = openJar(stage)
    const token = await signUpIn(jar)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(jar, { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  test('stops working when the sign-up expires', async () => {
    const jar = openJar(stage)
    const token = await signUpIn(jar)
    stage.pass(LINK_MS.confirm)
    expect(await confirm(jar, { token })).toMatchObject({ status: 410 })
  })
})

// spec: accounts-their-owners
describe('in every other browser', () => {
  test('the owner’s click gives a stranger nothing who signed up with the owner’s address', async () => {
    const stranger = openJar(stage, '192.0.2.66')
    const token = await signUpIn(stranger, email, STRANGERS)
    const owner = openJar(stage)
    await expectAsked(owner, token)
    expect(await canSignIn(STRANGERS)).toBe(false)
    expect((await confirm(owner, { token, new_password: NEW })).status).toBe(200)
    expect(await canSignIn(STRANGERS)).toBe(false)
    expect((await stranger.signIn(email, STRANGERS)).status).toBe(401)
    expect((await confirm(stranger, { token })).status).toBe(410)
  })

  test('the cookie of a sign-up of one’s own does not confirm a stranger’s', async () => {
    const owner = openJar(stage)
    const own = await signUpIn(owner)
    const token = await signUpIn(openJar(stage, '192.0.2.66'), email, STRANGERS)
    await expectAsked(owner, token)
    // "Send again" renews the newest sign-up, the stranger's.
    await owner.call('POST', '/api/auth/forgot', { body: { email } })
    await expectAsked(owner, await mailedToken(stage, email, '/organizer/confirm'))
    expect((await confirm(owner, { token: own })).status).toBe(200)
    expect([await canSignIn(OWN), await canSignIn(STRANGERS)]).toEqual([true, false])
  })

  test('the cookie of another address’s sign-up does not confirm, and stays', async () => {
    const jar = openJar(stage)
    const first = await signUpIn(jar)
    const other = `other-${email}`
    const second = await signUpIn(jar, other)
    // The cookie belongs to the newest sign-up, so the earlier link asks for the password.
    await expectAsked(jar, first)
    expect((await confirm(jar, { token: first, password: OWN })).status).toBe(200)
    expect(jar.cookies.has(COOKIE)).toBe(true)
    expect((await confirm(jar, { token: second })).status).toBe(200)
    expect(await canSignIn(OWN, other)).toBe(true)
  })

  test.each([
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['a changed one', (value: string) => (value.startsWith('A') ? 'B' : 'A') + value.slice(1)],
    ['the stored hash', (value: string) => hashToken(value).toString('base64url')],
    ['two values', (value: string) => `${value}.${value}`],
    ['a long one', () => 'x'.repeat(3000)],
  ])('a cookie that was forged does not confirm: %s', async (_, forge) => {
    const jar = openJar(stage)
    const token = await signUpIn(jar)
    const forged = forge(jar.cookies.get(COOKIE)!)
    jar.cookies.delete(COOKIE)
    if (forged !== undefined) jar.cookies.set(COOKIE, forged)
    await expectAsked(jar, token)
  })
})

describe('the cookie of a sign-up', () => {
  test('is HttpOnly, for this host alone, and stored as a hash until the sign-up ends', async () => {
    const secure = await makeStage({ PUBLIC_ORIGIN: 'https://lango.example' })
    const { cookies } = await signUp(openJar(secure))
    await secure.close()
    expect(cookies).toEqual([
      {
        name: '__Host-lango_sign_up',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: LINK_MS.confirm / 1000,
      },
    ])
    const jar = openJar(stage)
    const rows = () =>
      stage.db.selectFrom('sign_up').select('browser_hash').where('email', '=', email).execute()
    const token = await signUpIn(jar)
    expect(await rows()).toEqual([{ browser_hash: hashToken(jar.cookies.get(COOKIE)!) }])
    await confirm(jar, { token })
    expect(await rows()).toEqual([{ browser_hash: null }])
  })

  test('comes with the sign-up of a known address as well, and opens nothing', async () => {
    const jar = openJar(stage)
    const known = SAMPLE_ACCOUNTS.organizer.email
    const [answer, other] = [await signUp(jar, known), await signUp(openJar(stage))]
    const shape = ({ name, value, ...rest }: (typeof answer.cookies)[number]) => ({
      name,
      length: value.length,
      ...rest,
    })
    expect(answer.cookies.map(shape)).toEqual(other.cookies.map(shape))
    await stage.runJobs()
    const rows = await stage.db
      .selectFrom('sign_up')
      .select(['token_hash', 'browser_hash'])
      .where('email', '=', known)
      .execute()
    expect(rows).toEqual([{ token_hash: null, browser_hash: null }])
    const cookie = jar.cookies.get(COOKIE)!
    expect((await confirm(jar, { token: cookie })).status).toBe(410)
    expect((await jar.signIn(known, OWN)).body).toMatchObject({ code: 'unconfirmed' })
  })

  test('is not set by a refused sign-up, nor by a form on another site', async () => {
    const refused = await signUp(openJar(stage), 'no address')
    expect([refused.status, refused.cookies]).toEqual([422, []])
    const foreign = await openJar(stage).call('POST', '/api/auth/signup', {
      body: { email, password: STRANGERS, full_name: 'X' },
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect([foreign.status, foreign.cookies]).toEqual([403, []])
  })
})
