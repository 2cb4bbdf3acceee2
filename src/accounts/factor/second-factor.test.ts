// spec: second-factor, second-factor-recovery
import { beforeEach, describe, expect, test } from 'vitest'
import { joinAs } from '../../../test/accounts.ts'
import { codeFrom } from '../../../test/authenticator.ts'
import { behind } from '../../../test/behind.ts'
import { openJar } from '../../../test/cookie-jar.ts'
import { keepStage } from '../../../test/stage.ts'
import type { Tx } from '../../platform/database/db.ts'
import { lockAccount } from '../accounts.sql.ts'
import { CHALLENGE_MS } from '../session.rules.ts'
import { giveRecoveryCodes } from './codes.ts'

const PASSWORD = 'uwanja-wetu'
const STEP_MS = 30_000
const WRONG = { status: 422, body: { code: 'invalid_field', field: 'code' } }

const stage = keepStage()
let email: string
let jar: ReturnType<typeof openJar>
let bearer: string
let count = 0
beforeEach(async () => {
  stage.mails.length = 0
  email = `factor${count++}@club.example`
  jar = openJar(stage, `198.51.100.${count}`)
  bearer = await joinAs(stage, jar, { email, password: PASSWORD })
})

/** Calls a route of the signed-in organizer. */
const post = (path: string, body: object) =>
  jar.call('POST', `/api/auth/second_factor/${path}`, {
    body,
    headers: { authorization: `Bearer ${bearer}` },
  })
/** Sends the code for a challenge, by default from a new browser. */
const enter = (challenge_id: string, code: string, from = openJar(stage)) =>
  from.call('POST', '/api/auth/second_factor', { body: { challenge_id, code } })
const state = async () =>
  (
    await jar.call('GET', '/api/auth/second_factor', {
      headers: { authorization: `Bearer ${bearer}` },
    })
  ).body
const codeNow = (secret: string, off = 0) => codeFrom(secret, stage.clock.now(), off)
const accountId = async () =>
  (
    await stage.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id
const subjects = async () => {
  await stage.runJobs()
  return stage.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

/** Switches the factor on, then moves the clock to the start of a 30-second step of the codes. */
async function switchOn() {
  const { challenge_id, secret } = (await post('setup', { password: PASSWORD })).body as Record<
    string,
    string
  >
  const answer = await enter(challenge_id!, codeNow(secret!), jar)
  expect(answer.status).toBe(200)
  bearer = answer.body.access_token
  // Otherwise a step could end between reading a code and entering it.
  stage.pass(STEP_MS - (stage.clock.now().getTime() % STEP_MS))
  return { secret: secret!, codes: answer.body.recovery_codes as string[] }
}

/** Signs in with the password, and returns the id of the challenge, which waits for a code. */
async function challenge(from = openJar(stage)): Promise<string> {
  const { status, body } = await from.signIn(email, PASSWORD)
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'second_factor_required' })
  return body.challenge_id as string
}

describe('an organizer who switches the second factor on', () => {
  test('gets ten recovery codes and an email, and all other devices are signed out', async () => {
    const there = openJar(stage)
    const other = (await there.signIn(email, PASSWORD)).body.access_token
    expect(await state()).toMatchObject({ is_on: false, is_required: false, recovery_codes: 0 })
    const { body: setup } = await post('setup', { password: PASSWORD })
    expect(setup).toEqual({
      challenge_id: expect.stringMatching(/^[\w-]{43}$/),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: `otpauth://totp/Lango:${encodeURIComponent(email)}?secret=${setup.secret}&issuer=Lango`,
    })
    // The password is enough until a right code has switched the factor on.
    expect((await openJar(stage).signIn(email, PASSWORD)).status).toBe(200)
    const { challenge_id, secret } = setup as Record<string, string>
    expect(await enter(challenge_id!, '12345')).toMatchObject(WRONG)
    const answer = await enter(challenge_id!, codeNow(secret!), jar)
    expect(answer.body).toMatchObject({ user: { email }, recovery_codes: expect.any(Array) })
    const codes = answer.body.recovery_codes as string[]
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect((await jar.user(bearer)).status).toBe(401)
    expect((await jar.user(answer.body.access_token)).status).toBe(200)
    expect((await there.user(other)).status).toBe(401)
    expect((await there.refresh()).status).toBe(401)
    bearer = answer.body.access_token
    expect(await state()).toMatchObject({ is_on: true, is_required: false, recovery_codes: 10 })
    expect(await subjects()).toContain('Two-step sign-in is on for your Lango account')
    const audit = await stage.db
      .selectFrom('audit_log')
      .select(['action', 'account_id'])
      .where('subject', '=', await accountId())
      .execute()
    expect(audit).toEqual([{ action: 'second_factor_on', account_id: await accountId() }])
  })

  test('needs the password', async () => {
    expect(await post('setup', { password: 'not it' })).toMatchObject({
      status: 422,
      body: { field: 'password' },
    })
  })

  test('stores neither the secret nor a recovery code in readable form', async () => {
    const { secret, codes } = await switchOn()
    const rows = JSON.stringify([
      await stage.db.selectFrom('second_factor').selectAll().execute(),
      await stage.db.selectFrom('recovery_code').selectAll().execute(),
    ])
    for (const shown of [secret, ...codes]) expect(rows).not.toContain(shown)
  })
})

describe('a sign-in to an account with a second factor', () => {
  test('asks for a code after the right password only, and sets no cookie before', async () => {
    const { secret } = await switchOn()
    const there = openJar(stage)
    const wrong = await there.signIn(email, 'not it')
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect(wrong.body).not.toHaveProperty('challenge_id')
    const challenged = await there.signIn(email, PASSWORD)
    expect(challenged.body).toEqual({
      error: 'Enter the code from your app.',
      code: 'second_factor_required',
      challenge_id: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(challenged.cookies).toEqual([])
    const answer = await enter(challenged.body.challenge_id as string, codeNow(secret), there)
    expect(answer).toMatchObject({ status: 200, body: { user: { email } } })
    expect(answer.body).not.toHaveProperty('recovery_codes')
    expect(answer.cookies.map(({ name }) => name)).toEqual([
      'lango_session',
      'lango_signed_in',
      'lango_browser',
    ])
    expect((await there.user(answer.body.access_token)).status).toBe(200)
    expect((await there.refresh()).status).toBe(200)
  })

  test('accepts a code of one step before or after, as people paste it, and no older one', async () => {
    const { secret } = await switchOn()
    stage.pass(3 * STEP_MS)
    const spaced = codeNow(secret, -1).replace(/^.../, '$& ')
    expect(await enter(await challenge(), codeNow(secret, -2))).toMatchObject(WRONG)
    expect((await enter(await challenge(), spaced)).status).toBe(200)
    expect((await enter(await challenge(), codeNow(secret, 1))).status).toBe(200)
    // A code is refused if its step is earlier than the step of the last accepted code, even if the
    // code was never used.
    expect(await enter(await challenge(), codeNow(secret))).toMatchObject(WRONG)
  })

  test('accepts a recovery code once, and the owner gets an email', async () => {
    const { codes } = await switchOn()
    const pasted = ` ${codes[0]!.toLowerCase().replaceAll('-', ' ')} `
    const used = await enter(await challenge(), pasted)
    expect(used.status).toBe(200)
    expect(await enter(await challenge(), codes[0]!)).toMatchObject(WRONG)
    expect((await enter(await challenge(), codes[1]!)).status).toBe(200)
    bearer = used.body.access_token
    expect(await state()).toMatchObject({ recovery_codes: 8 })
    expect(await subjects()).toContain('A recovery code of your Lango account was used')
  })

  test('ends after ten minutes, and with its right code', async () => {
    const { secret } = await switchOn()
    const late = await challenge()
    stage.pass(CHALLENGE_MS)
    const ended = { status: 410, body: { code: 'challenge_ended' } }
    expect(await enter(late, codeNow(secret))).toMatchObject(ended)
    const challenge_id = await challenge()
    expect((await enter(challenge_id, codeNow(secret))).status).toBe(200)
    expect(await enter(challenge_id, codeNow(secret))).toMatchObject(ended)
    expect(await enter('x', '123456')).toMatchObject(ended)
    await stage.sweep(['ended sessions'])
    const rows = await stage.db.selectFrom('sign_in_challenge').select('token_hash').execute()
    expect(rows).toEqual([])
  })

  test('ends with a new password, which leaves the factor on', async () => {
    const { secret } = await switchOn()
    const challenge_id = await challenge()
    await jar.call('POST', '/api/auth/password', {
      body: { old_password: PASSWORD, password: 'kiwanja-kipya' },
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect((await enter(challenge_id, codeNow(secret))).status).toBe(410)
    expect((await openJar(stage).signIn(email, 'kiwanja-kipya')).body.code).toBe(
      'second_factor_required',
    )
  })

  test('ends after five wrong codes from anywhere, and the owner gets an email', async () => {
    const { secret } = await switchOn()
    const challenge_id = await challenge()
    for (let i = 0; i < 5; i++) {
      const from = openJar(stage, `203.0.113.${i}`)
      expect(await enter(challenge_id, '000000x', from)).toMatchObject(WRONG)
    }
    expect((await enter(challenge_id, codeNow(secret))).status).toBe(410)
    expect(await subjects()).toContain('Someone knows the password of your Lango account')
  })

  test('counts wrong codes like wrong passwords, so that new challenges give no more tries', async () => {
    const { secret } = await switchOn()
    const there = openJar(stage, '203.0.113.77')
    for (let i = 0; i < 5; i++) {
      await enter(await challenge(there), '000000x', there)
    }
    expect((await there.signIn(email, PASSWORD)).status).toBe(429)
    const challenge_id = await challenge(openJar(stage, '203.0.113.78'))
    const refused = await enter(challenge_id, codeNow(secret), there)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })
})

describe('one code', () => {
  test('opens one session, however many requests send it at the same time', async () => {
    const { secret } = await switchOn()
    const challenges = await Promise.all([challenge(), challenge(), challenge()])
    const code = codeNow(secret)
    const sent = await Promise.all(
      [...challenges, ...challenges].map((challenge_id) => enter(challenge_id, code)),
    )
    const statuses = sent.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toEqual([200])
    expect(new Set(statuses)).not.toContain(500)
  })

  test('would open a second session if the last step were not stored', async () => {
    const { secret } = await switchOn()
    const code = codeNow(secret)
    expect((await enter(await challenge(), code)).status).toBe(200)
    await stage.db.updateTable('second_factor').set({ last_step: 0 }).execute()
    expect((await enter(await challenge(), code)).status).toBe(200)
  })
})

describe('an organizer with a second factor', () => {
  test('makes new recovery codes with a code, and the earlier ones end', async () => {
    const { secret, codes } = await switchOn()
    expect(await post('recovery_codes', { code: '000000x' })).toMatchObject(WRONG)
    const made = await post('recovery_codes', { code: codeNow(secret) })
    const fresh = made.body.recovery_codes as string[]
    expect(fresh).toHaveLength(10)
    expect(await enter(await challenge(), codes[0]!)).toMatchObject(WRONG)
    expect((await enter(await challenge(), fresh[0]!)).status).toBe(200)
    expect(await subjects()).toContain('New recovery codes for your Lango account')
  })

  test('has the codes of the last renewal only, even if two run at the same time', async () => {
    const { secret } = await switchOn()
    const owner = await accountId()
    const renew = async (tx: Tx) => {
      await lockAccount(tx, owner)
      await giveRecoveryCodes(tx, owner)
    }
    await behind(stage.db, renew, () => post('recovery_codes', { code: codeNow(secret) }))
    expect(await state()).toMatchObject({ recovery_codes: 10 })
  })

  test('moves to another phone with a code, and stays on the old one until the new one works', async () => {
    const { secret, codes } = await switchOn()
    expect(await post('setup', { password: PASSWORD })).toMatchObject(WRONG)
    const { body } = await post('setup', { password: PASSWORD, code: codes[0]! })
    const { challenge_id, secret: next } = body as Record<string, string>
    expect((await enter(await challenge(), codeNow(secret))).status).toBe(200)
    const moved = await enter(challenge_id!, codeNow(next!), jar)
    expect(moved.status).toBe(200)
    stage.pass(STEP_MS)
    expect(await enter(await challenge(), codeNow(secret))).toMatchObject(WRONG)
    expect((await enter(await challenge(), codeNow(next!))).status).toBe(200)
  })

  test('switches it off with a code', async () => {
    const { secret } = await switchOn()
    expect(await post('off', { code: '' })).toMatchObject(WRONG)
    expect(await post('off', { code: '000000x' })).toMatchObject(WRONG)
    expect((await post('off', { code: codeNow(secret) })).status).toBe(200)
    expect(await state()).toMatchObject({ is_on: false, is_required: false, recovery_codes: 0 })
    expect((await openJar(stage).signIn(email, PASSWORD)).status).toBe(200)
    expect(await post('off', { code: codeNow(secret) })).toMatchObject({ status: 409 })
    expect(await subjects()).toContain('Two-step sign-in of your Lango account was switched off')
  })
})
