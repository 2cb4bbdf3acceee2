// spec: known-browsers-pass
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { loadSampleAccounts } from '../../sample/load-sample-accounts.ts'
import { mailedToken } from '../../test/accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage } from '../../test/stage.ts'
import { BROWSER_MS, BROWSERS_MAX } from './session.rules.ts'

const { organizer, other } = SAMPLE_ACCOUNTS
const SUBJECT = 'Unusual sign-in attempts on your Lango account'
const PER_DAY = 12
const HOUR_MS = 3600_000

const stage = keepStage({ LIMIT_SIGNIN_PER_ACCOUNT_DAY: String(PER_DAY) })
beforeAll(async () => {
  await loadSampleAccounts(stage.deps)
})
beforeEach(async () => {
  stage.clock.offsetMs = 0
  await stage.db.deleteFrom('rate_count').execute()
  await stage.db.deleteFrom('known_browser').execute()
  await stage.runJobs()
  stage.mails.length = 0
})

let bots = 0
/** Each bot has its own network address. */
const bot = () => openJar(stage, `198.51.${Math.floor(++bots / 250)}.${bots % 250}`)
const guess = (email: string, password = 'not it') => bot().signIn(email, password)

async function guessUntilStopped(email: string): Promise<void> {
  for (let i = 0; i < PER_DAY; i++) expect((await guess(email)).status).toBe(401)
}

async function warnings(): Promise<string[]> {
  await stage.runJobs()
  return stage.mails.filter(({ subject }) => subject === SUBJECT).map(({ to }) => to)
}

const limited = { status: 429, body: { code: 'too_many_requests' } }

describe('password guesses from many addresses', () => {
  test('stop at the daily limit, after which even the right password is refused', async () => {
    await guessUntilStopped(organizer.email)
    const refused = await guess(organizer.email, SAMPLE_PASSWORD)
    expect(refused).toMatchObject(limited)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect((await guess(other.email, SAMPLE_PASSWORD)).status).toBe(200)
    stage.pass(25 * HOUR_MS)
    expect((await guess(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    expect(stage.env.limits.signInPerAccountDay).toBe(PER_DAY)
  })

  test('stop at the daily limit even if they are concurrent', async () => {
    const answers = await Promise.all(
      Array.from({ length: PER_DAY * 2 }, () => guess(organizer.email)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(PER_DAY)
    expect(await warnings()).toEqual([organizer.email])
  })

  test('notify the owner once a day, with a link to a new password', async () => {
    for (let i = 0; i < PER_DAY - 1; i++) await guess(organizer.email)
    expect(await warnings()).toEqual([])
    await guess(organizer.email)
    expect(await warnings()).toEqual([organizer.email])
    for (let i = 0; i < 5; i++) await guess(organizer.email)
    stage.pass(23 * HOUR_MS)
    await guess(organizer.email)
    expect(await warnings()).toEqual([organizer.email])
    expect(stage.mails.at(-1)).toMatchObject({
      text: expect.stringContaining('/organizer/forgot'),
      html: expect.stringContaining('Choose a new password'),
    })
    stage.pass(2 * HOUR_MS)
    await guessUntilStopped(organizer.email)
    expect(await warnings()).toEqual([organizer.email, organizer.email])
  })

  test('are limited for an unknown address too, but notify no owner', async () => {
    await guessUntilStopped('nobody@lango.test')
    expect(await guess('nobody@lango.test')).toMatchObject(limited)
    expect(await warnings()).toEqual([])
  })

  test('do not block a browser that has signed in before', async () => {
    const own = openJar(stage)
    expect((await own.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    await own.call('POST', '/api/auth/logout')
    await guessUntilStopped(organizer.email)
    expect((await own.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    // Wrong passwords from the browser's own IP address do not block the browser either.
    for (let i = 0; i < 5; i++) await openJar(stage).signIn(other.email, 'not it')
    expect((await own.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('do not block an owner who resets the password by email', async () => {
    await guessUntilStopped(other.email)
    const owner = openJar(stage)
    expect(await owner.signIn(other.email, SAMPLE_PASSWORD)).toMatchObject(limited)
    await owner.call('POST', '/api/auth/forgot', { body: { email: other.email } })
    const token = await mailedToken(stage, other.email, '/organizer/reset')
    const body = { token, password: SAMPLE_PASSWORD }
    expect((await owner.call('POST', '/api/auth/reset', { body })).status).toBe(200)
    expect((await owner.signIn(other.email, SAMPLE_PASSWORD)).status).toBe(200)
    expect(await guess(other.email, SAMPLE_PASSWORD)).toMatchObject(limited)
  })
})

describe('the cookie of a known browser', () => {
  const cookieOf = (jar: ReturnType<typeof openJar>) => jar.cookies.get('lango_browser')!

  async function signedIn(email: string = organizer.email) {
    const jar = openJar(stage)
    await jar.signIn(email, SAMPLE_PASSWORD)
    return jar
  }

  async function holderOf(cookie: string) {
    const jar = bot()
    jar.cookies.set('lango_browser', cookie)
    return jar
  }

  test('works for its account only, and no other cookie works', async () => {
    const cookie = cookieOf(await signedIn(other.email))
    await guessUntilStopped(organizer.email)
    for (const shown of [cookie, 'x'.repeat(43), '']) {
      const jar = await holderOf(shown)
      expect(await jar.signIn(organizer.email, SAMPLE_PASSWORD)).toMatchObject(limited)
    }
  })

  test('is stored as a hash, and changes with each sign-in', async () => {
    const jar = await signedIn()
    const first = cookieOf(jar)
    await jar.signIn(organizer.email, SAMPLE_PASSWORD)
    expect(cookieOf(jar)).not.toBe(first)
    const rows = await stage.db.selectFrom('known_browser').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]!.token_hash).toHaveLength(32)
    expect(JSON.stringify(rows)).not.toContain(cookieOf(jar))
    await guessUntilStopped(organizer.email)
    const copy = await holderOf(first)
    expect(await copy.signIn(organizer.email, SAMPLE_PASSWORD)).toMatchObject(limited)
  })

  test('works for every account that has signed in on the browser', async () => {
    const jar = await signedIn()
    await jar.signIn(other.email, SAMPLE_PASSWORD)
    await guessUntilStopped(organizer.email)
    await guessUntilStopped(other.email)
    expect((await jar.signIn(organizer.email, SAMPLE_PASSWORD)).status).toBe(200)
    expect((await jar.signIn(other.email, SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('allows a thief five guesses in 15 minutes, from all addresses together', async () => {
    const cookie = cookieOf(await signedIn())
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      const thief = await holderOf(cookie)
      statuses.push((await thief.signIn(organizer.email, `guess ${i}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('stops working on other browsers when the password changes', async () => {
    const here = await signedIn()
    const there = await signedIn()
    const { access_token } = (await here.signIn(organizer.email, SAMPLE_PASSWORD)).body
    const changed = await here.call('POST', '/api/auth/password', {
      body: { old_password: SAMPLE_PASSWORD, password: 'kiwanja-kipya' },
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(changed.status).toBe(200)
    await guessUntilStopped(organizer.email)
    expect(await there.signIn(organizer.email, 'kiwanja-kipya')).toMatchObject(limited)
    const again = await here.signIn(organizer.email, 'kiwanja-kipya')
    expect(again.status).toBe(200)
    const back = await here.call('POST', '/api/auth/password', {
      body: { old_password: 'kiwanja-kipya', password: SAMPLE_PASSWORD },
      headers: { authorization: `Bearer ${again.body.access_token}` },
    })
    expect(back.status).toBe(200)
  })

  test('is stored for at most BROWSERS_MAX browsers, and for a year', async () => {
    for (let i = 0; i < BROWSERS_MAX + 2; i++) {
      await stage.db
        .insertInto('known_browser')
        .values({
          token_hash: Buffer.alloc(32, i),
          account_id: organizer.id,
          seen_at: new Date(Date.now() - i * 1000),
        })
        .execute()
    }
    await signedIn()
    const count = async () =>
      (await stage.db.selectFrom('known_browser').select('seen_at').execute()).length
    expect(await count()).toBe(BROWSERS_MAX)
    stage.pass(BROWSER_MS + 60_000)
    await stage.sweep()
    expect(await count()).toBe(0)
  })
})
