// spec: links-hashed-expire
import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, joinAs, mailedToken } from '../../test/accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage } from '../../test/stage.ts'
import { LINK_MS } from './links.ts'
import { hashToken } from './tokens.ts'

const stage = keepStage()
let email: string
let count = 0
beforeEach(async () => {
  stage.clock.offsetMs = 0
  email = `club${count++}@club.example`
  await post('/api/auth/signup', { email, password: PASSWORD, full_name: 'Amina Odhiambo' })
})

const PASSWORD = 'uwanja-wetu'
const ended = { status: 410, body: { code: 'link_ended' } }

const confirm = (token: string, password = PASSWORD) =>
  post('/api/auth/confirm', { token, password })

const post = (url: string, body: object, headers = {}) =>
  openJar(stage).call('POST', url, { body, headers })

/** The token of the newest link in an email. */
const mailed = (path: string) => mailedToken(stage, email, path)

const account = () =>
  stage.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

// spec: confirm-address-mailed
describe('the link that confirms a sign-up', () => {
  test('can be viewed repeatedly, and makes the account once', async () => {
    const token = await mailed('/organizer/confirm')
    for (let i = 0; i < 2; i++) {
      expect(await post('/api/auth/link', { token })).toMatchObject({
        status: 200,
        body: { purpose: 'confirm', email, full_name: 'Amina Odhiambo' },
      })
    }
    expect(await account()).toBeUndefined()
    const jar = openJar(stage)
    const { status, body } = await jar.call('POST', '/api/auth/confirm', {
      body: { token, password: PASSWORD },
    })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', user: { email, role: 'organizer' } },
    })
    expect((await jar.user(body.access_token)).body).toMatchObject({ email, confirmed: true })
    expect((await jar.refresh()).status).toBe(200)
    expect(await account()).toMatchObject({ full_name: 'Amina Odhiambo' })
    expect(await confirm(token)).toMatchObject(ended)
    expect(await post('/api/auth/link', { token })).toMatchObject(ended)
  })

  test('is stored as a hash, and expires after two days', async () => {
    const token = await mailed('/organizer/confirm')
    const rows = await stage.db
      .selectFrom('sign_up')
      .select('token_hash')
      .where('email', '=', email)
      .execute()
    expect(rows).toEqual([{ token_hash: hashToken(token) }])
    stage.pass(LINK_MS.confirm)
    expect(await confirm(token)).toMatchObject(ended)
    expect(await post('/api/auth/link', { token })).toMatchObject(ended)
    expect(await account()).toBeUndefined()
  })

  test('works once if three requests use it concurrently', async () => {
    const token = await mailed('/organizer/confirm')
    const answers = await Promise.all([1, 2, 3].map(() => confirm(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  test('survives wrong passwords, and limits their number', async () => {
    const token = await mailed('/organizer/confirm')
    for (let i = 0; i < 5; i++) {
      expect(await confirm(token, `guess-${i}`)).toMatchObject({
        status: 422,
        body: { field: 'password', error: 'This is not the password you signed up with' },
      })
    }
    expect((await confirm(token)).status).toBe(429)
    for (const new_password of ['', 'abc12', 'password', email]) {
      expect(await post('/api/auth/confirm', { token, new_password })).toMatchObject({
        status: 422,
        body: { field: 'new_password' },
      })
    }
    stage.pass(16 * 60_000)
    expect((await confirm(token)).status).toBe(200)
  })

  test('is sent again on "Forgot password?", and the older link stops working', async () => {
    const first = await mailed('/organizer/confirm')
    const forgot = () => post('/api/auth/forgot', { email })
    expect((await forgot()).status).toBe(200)
    const second = await mailed('/organizer/confirm')
    expect(second).not.toBe(first)
    expect(await confirm(first)).toMatchObject(ended)
    const answer = await post('/api/auth/confirm', { token: second, new_password: 'kiwanja-kipya' })
    expect(answer.status).toBe(200)
    expect((await openJar(stage).signIn(email, PASSWORD)).status).toBe(401)
    expect((await openJar(stage).signIn(email, 'kiwanja-kipya')).status).toBe(200)
    await forgot()
    await mailed('/organizer/reset')
  })

  test('gives an unconfirmed account to the owner, and ends its sessions and password', async () => {
    const token = await mailed('/organizer/confirm')
    // Unconfirmed accounts date from before the table of sign-ups existed.
    const old = await buildAccount(stage)
    await stage.db
      .updateTable('account')
      .set({ email, confirmed_at: null, password_hash: await hash('of a stranger') })
      .where('id', '=', old.id)
      .execute()
    expect((await openJar(stage).signIn(email, 'of a stranger')).status).toBe(401)
    expect((await confirm(token)).body.user).toMatchObject({ id: old.id })
    const { authorization } = old.headers
    expect((await openJar(stage).user(authorization.slice(7))).status).toBe(401)
    expect(await account()).toMatchObject({ full_name: 'Amina Odhiambo' })
  })

  test('accepts a new name with a new password, because a stranger may have typed the name', async () => {
    const token = await mailed('/organizer/confirm')
    const request = { token, new_password: 'kiwanja-kipya' }
    expect(await post('/api/auth/confirm', { ...request, full_name: ' ' })).toMatchObject({
      status: 422,
      body: { field: 'full_name' },
    })
    const body = { ...request, full_name: ' Achieng \n Ouma ' }
    expect((await post('/api/auth/confirm', body)).status).toBe(200)
    expect(await account()).toMatchObject({ full_name: 'Achieng Ouma' })
  })

  test('is refused if the address has a confirmed account by then', async () => {
    const token = await mailed('/organizer/confirm')
    const other = await buildAccount(stage)
    await stage.db.updateTable('account').set({ email }).where('id', '=', other.id).execute()
    expect(await confirm(token)).toMatchObject(ended)
    expect(await account()).toMatchObject({ password_hash: '!' })
  })
})

// spec: forgot-password-mailed
describe('the link that resets a password', () => {
  const forgot = (address = email) => post('/api/auth/forgot', { email: address })
  let here: ReturnType<typeof openJar>
  let bearer: string
  beforeEach(async () => {
    here = openJar(stage)
    bearer = await joinAs(stage, here, { email, password: PASSWORD })
    await stage.db.deleteFrom('rate_count').execute()
  })

  test('is requested with the same response whether or not the address has an account', async () => {
    const known = await forgot(` ${email.toUpperCase()} `)
    const unknown = await forgot('nobody@club.example')
    expect(known).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(unknown.body).toEqual(known.body)
    await stage.runJobs()
    expect(stage.mails.filter(({ to }) => to === 'nobody@club.example')).toEqual([])
    expect(stage.mails.at(-1)).toMatchObject({ to: email, subject: 'Reset your Lango password' })
    expect(await forgot('nobody')).toMatchObject({ status: 422, body: { field: 'email' } })
  })

  test('changes the password once, and ends all sessions of the account', async () => {
    await forgot()
    const token = await mailed('/organizer/reset')
    // Viewing the link changes nothing.
    expect((await post('/api/auth/link', { token })).body).toMatchObject({
      purpose: 'reset',
      email,
    })
    expect((await here.user(bearer)).status).toBe(200)
    const password = 'kiwanja-kipya'
    expect((await post('/api/auth/reset', { token, password })).status).toBe(200)
    expect((await here.user(bearer)).status).toBe(401)
    expect((await here.refresh()).status).toBe(401)
    expect((await openJar(stage).signIn(email, PASSWORD)).status).toBe(401)
    expect((await openJar(stage).signIn(email, password)).status).toBe(200)
    expect(await post('/api/auth/reset', { token, password: PASSWORD })).toMatchObject(ended)
    await stage.runJobs()
    expect(stage.mails.at(-1)).toMatchObject({
      to: email,
      subject: 'Your Lango password was changed',
    })
  })

  test('survives refused passwords', async () => {
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

  test('expires after an hour, and stops working when a newer link is sent', async () => {
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

  test('works only for resetting a password, and a link that confirms does not', async () => {
    await forgot()
    const reset = await mailed('/organizer/reset')
    const other = `other-${email}`
    await post('/api/auth/signup', { email: other, password: PASSWORD, full_name: 'X' })
    const token = await mailedToken(stage, other, '/organizer/confirm')
    const password = 'kiwanja-kipya'
    expect(await post('/api/auth/reset', { token, password })).toMatchObject(ended)
    expect(await confirm(reset)).toMatchObject(ended)
    expect(await post('/api/auth/link', { token: 'x' })).toMatchObject(ended)
  })

  test('works once if two requests use it concurrently', async () => {
    await forgot()
    const token = await mailed('/organizer/reset')
    const passwords = ['kiwanja-kipya', 'kiwanja-kingine']
    const answers = await Promise.all(
      passwords.map((password) => post('/api/auth/reset', { token, password })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('is sent to a mailbox at most five times an hour', async () => {
    const before = stage.mails.length
    for (let i = 0; i < 8; i++) expect((await forgot()).status).toBe(200)
    await stage.runJobs()
    const own = stage.mails.slice(before).filter(({ subject }) => /^Reset/.test(subject))
    expect(own).toHaveLength(5)
  })
})

test('the outbox deletes a link once its email is sent', async () => {
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
    { state: 'sent', subject: 'Confirm your email for Lango', body: '', html: null },
  ])
  // Emails that contain no secret stay readable in the database.
  const token = await mailed('/organizer/confirm')
  expect((await confirm(token)).status).toBe(200)
  await post('/api/auth/signup', { email, password: PASSWORD, full_name: 'X' })
  await stage.runJobs()
  const [, notice] = await own()
  expect(notice).toMatchObject({ state: 'sent', body: expect.stringContaining('Hello') })
})

test('expired links are deleted', async () => {
  await stage.sweep()
  await mailed('/organizer/confirm')
  const count = async () => {
    const links = await stage.db.selectFrom('account_link').selectAll().execute()
    const signUps = await stage.db.selectFrom('sign_up').selectAll().execute()
    return links.length + signUps.length
  }
  expect(await count()).toBeGreaterThan(0)
  stage.pass(LINK_MS.confirm + 8 * 24 * 3600_000)
  await stage.sweep()
  expect(await count()).toBe(0)
})
