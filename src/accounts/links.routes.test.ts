// spec: links-hashed-expire
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openJar } from '../../test/cookie-jar.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { LINK_MS } from './links.ts'

let stage: Stage
let email: string
let count = 0
beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  stage.clock.offsetMs = 0
  email = `club${count++}@club.example`
  await post('/api/auth/signup', { email, password: PASSWORD, full_name: 'Amina Odhiambo' })
})

const PASSWORD = 'uwanja-wetu'
const ended = { status: 410, body: { code: 'link_ended' } }

const post = (url: string, body: object, headers = {}) =>
  openJar(stage).call('POST', url, { body, headers })

/** The token of the newest link that was mailed. */
async function mailed(path: string): Promise<string> {
  await stage.runJobs()
  const own = stage.mails.filter(({ to, text }) => to === email && text.includes(path))
  const token = new RegExp(`${path}#([\\w-]{43})`).exec(own.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error(`no link to ${path} was mailed to ${email}`)
  return token
}

async function account() {
  return await stage.db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

// spec: confirm-address-mailed
describe('the link that confirms an address', () => {
  test('says whose it is without using itself up, then confirms once', async () => {
    const token = await mailed('/organizer/confirm')
    for (let i = 0; i < 2; i++) {
      expect(await post('/api/auth/link', { token })).toMatchObject({
        status: 200,
        body: { purpose: 'confirm', email, full_name: 'Amina Odhiambo' },
      })
    }
    expect((await account()).confirmed_at).toBeNull()
    expect((await post('/api/auth/confirm', { token })).body).toEqual({
      message: 'Your address is confirmed.',
    })
    expect((await account()).confirmed_at).not.toBeNull()
    expect(await post('/api/auth/confirm', { token })).toMatchObject(ended)
    expect(await post('/api/auth/link', { token })).toMatchObject(ended)
  })

  test('is stored as a hash, and ends after two days', async () => {
    const token = await mailed('/organizer/confirm')
    const rows = await stage.db.selectFrom('account_link').selectAll().execute()
    for (const { token_hash } of rows) {
      expect(token_hash).toHaveLength(32)
      expect(token_hash).not.toEqual(Buffer.from(token, 'base64url'))
    }
    stage.pass(LINK_MS.confirm)
    expect(await post('/api/auth/confirm', { token })).toMatchObject(ended)
    expect((await account()).confirmed_at).toBeNull()
  })

  test('two uses at once: one of them is good', async () => {
    const token = await mailed('/organizer/confirm')
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/auth/confirm', { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  test('comes again for who is signed in, and the older one is good no longer', async () => {
    const first = await mailed('/organizer/confirm')
    const jar = openJar(stage)
    const bearer = (await jar.signIn(email, PASSWORD)).body.access_token
    const headers = { authorization: `Bearer ${bearer}` }
    const resend = () => jar.call('POST', '/api/auth/confirm/resend', { headers })
    expect(await resend()).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    const second = await mailed('/organizer/confirm')
    expect(second).not.toBe(first)
    expect(await post('/api/auth/confirm', { token: first })).toMatchObject(ended)
    expect((await post('/api/auth/confirm', { token: second })).status).toBe(200)
    expect(await resend()).toMatchObject({ status: 409, body: { code: 'already_confirmed' } })
    expect((await openJar(stage).call('POST', '/api/auth/confirm/resend')).status).toBe(401)
  })

  test('is mailed five times an hour at most', async () => {
    const jar = openJar(stage)
    const bearer = (await jar.signIn(email, PASSWORD)).body.access_token
    const headers = { authorization: `Bearer ${bearer}` }
    const resend = () => jar.call('POST', '/api/auth/confirm/resend', { headers })
    for (let i = 0; i < 5; i++) expect((await resend()).status).toBe(200)
    const refused = await resend()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

// spec: forgot-password-mailed
describe('the link to a new password', () => {
  const forgot = (address = email) => post('/api/auth/forgot', { email: address })

  test('is asked for alike whether or not there is such an account', async () => {
    const known = await forgot(` ${email.toUpperCase()} `)
    const unknown = await forgot('nobody@club.example')
    expect(known).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(unknown.body).toEqual(known.body)
    await stage.runJobs()
    expect(stage.mails.filter(({ to }) => to === 'nobody@club.example')).toEqual([])
    expect(stage.mails.at(-1)).toMatchObject({ to: email, subject: 'A new password for Lango' })
    expect(await forgot('nobody')).toMatchObject({ status: 422, body: { field: 'email' } })
  })

  test('changes the password once, confirms the address, and signs everybody out', async () => {
    const here = openJar(stage)
    const bearer = (await here.signIn(email, PASSWORD)).body.access_token
    await forgot()
    const token = await mailed('/organizer/reset')
    const confirmToken = await mailed('/organizer/confirm')
    // To open it changes nothing.
    expect((await post('/api/auth/link', { token })).body).toMatchObject({
      purpose: 'reset',
      email,
    })
    expect((await here.user(bearer)).status).toBe(200)
    const password = 'kiwanja-kipya'
    expect((await post('/api/auth/reset', { token, password })).status).toBe(200)
    expect((await here.user(bearer)).status).toBe(401)
    expect((await here.refresh()).status).toBe(401)
    expect((await account()).confirmed_at).not.toBeNull()
    expect((await openJar(stage).signIn(email, PASSWORD)).status).toBe(401)
    expect((await openJar(stage).signIn(email, password)).status).toBe(200)
    expect(await post('/api/auth/reset', { token, password: PASSWORD })).toMatchObject(ended)
    expect(await post('/api/auth/confirm', { token: confirmToken })).toMatchObject(ended)
    await stage.runJobs()
    expect(stage.mails.at(-1)).toMatchObject({
      to: email,
      subject: 'Your Lango password was changed',
    })
  })

  test('is not used up by a password that is refused', async () => {
    await forgot()
    const token = await mailed('/organizer/reset')
    for (const password of ['', 'abc12', 'password', email]) {
      expect(await post('/api/auth/reset', { token, password })).toMatchObject({
        status: 422,
        body: { field: 'password' },
      })
    }
    expect((await post('/api/auth/reset', { token, password: 'kiwanja-kipya' })).status).toBe(200)
  })

  test('ends after an hour, and when a newer one is asked for', async () => {
    await forgot()
    const first = await mailed('/organizer/reset')
    await forgot()
    const second = await mailed('/organizer/reset')
    const password = 'kiwanja-kipya'
    expect(await post('/api/auth/reset', { token: first, password })).toMatchObject(ended)
    stage.pass(LINK_MS.reset)
    expect(await post('/api/auth/reset', { token: second, password })).toMatchObject(ended)
    expect((await openJar(stage).signIn(email, PASSWORD)).status).toBe(200)
  })

  test('is for its own purpose alone', async () => {
    await forgot()
    const reset = await mailed('/organizer/reset')
    const confirm = await mailed('/organizer/confirm')
    const password = 'kiwanja-kipya'
    expect(await post('/api/auth/reset', { token: confirm, password })).toMatchObject(ended)
    expect(await post('/api/auth/confirm', { token: reset })).toMatchObject(ended)
    expect(await post('/api/auth/link', { token: 'x' })).toMatchObject(ended)
  })

  test('two uses at once: one of them is good', async () => {
    await forgot()
    const token = await mailed('/organizer/reset')
    const passwords = ['kiwanja-kipya', 'kiwanja-kingine']
    const answers = await Promise.all(
      passwords.map((password) => post('/api/auth/reset', { token, password })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('a mailbox gets five an hour at most', async () => {
    const before = stage.mails.length
    for (let i = 0; i < 8; i++) expect((await forgot()).status).toBe(200)
    await stage.runJobs()
    const own = stage.mails.slice(before).filter(({ subject }) => /new password/.test(subject))
    expect(own).toHaveLength(5)
  })
})

test('once a link is mailed, the outbox holds it no longer; while it waits, it does', async () => {
  const own = async () =>
    await stage.db
      .selectFrom('message')
      .select(['state', 'subject', 'body', 'html'])
      .where('recipient', '=', email)
      .execute()
  stage.mailer.answer = () => ({ kind: 'later', reason: 'greylisted', alert: false })
  await stage.runJobs()
  const withLink = expect.stringMatching(/confirm#[\w-]{43}/)
  expect(await own()).toMatchObject([{ state: 'queued', body: withLink, html: withLink }])
  stage.mailer.answer = () => ({ kind: 'accepted', response: '250 OK' })
  await stage.hurry()
  expect(await own()).toEqual([
    { state: 'sent', subject: 'Confirm your address for Lango', body: '', html: null },
  ])
  // What is no secret stays readable.
  const token = await mailed('/organizer/confirm')
  expect((await post('/api/auth/confirm', { token })).status).toBe(200)
  await post('/api/auth/signup', { email, password: PASSWORD, full_name: 'X' })
  await stage.runJobs()
  const [, notice] = await own()
  expect(notice).toMatchObject({ state: 'sent', body: expect.stringContaining('Hello') })
})

test('old links are forgotten', async () => {
  await stage.sweep()
  const count = async () => (await stage.db.selectFrom('account_link').selectAll().execute()).length
  expect(await count()).toBeGreaterThan(0)
  stage.pass(LINK_MS.confirm + 8 * 24 * 3600_000)
  await stage.sweep()
  expect(await count()).toBe(0)
})
