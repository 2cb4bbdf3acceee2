// spec: authentication-password-grant
import { beforeEach, describe, expect, test } from 'vitest'
import { joinAs, mailedToken } from '../../test/accounts.ts'
import { openJar } from '../../test/cookie-jar.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { EMAIL_ERROR } from '../platform/values/email-address.rules.ts'
import { COMMON_PASSWORDS } from './common-passwords.text.ts'
import {
  NO_EMAIL,
  NO_NAME,
  NO_PASSWORD,
  PASSWORD_COMMON,
  PASSWORD_SHORT,
} from './entrance.rules.ts'

const stage = keepStage()
beforeEach(async () => {
  await stage.db.deleteFrom('rate_count').execute()
  await stage.runJobs()
  stage.mails.length = 0
})

const AMINA = { email: 'amina@club.example', password: 'uwanja-wetu', full_name: 'Amina Odhiambo' }

const signUp = (body: object, address?: string) =>
  openJar(stage, address).call('POST', '/api/auth/signup', { body })

describe('a sign-up', () => {
  test('is stored, and mails a link that confirms the address', async () => {
    const answer = await signUp({
      ...AMINA,
      email: ' Amina@Club.Example ',
      full_name: '  Amina \n Odhiambo ',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      user: { id: expect.any(String), email: AMINA.email, role: 'organizer' },
    })
    expect(answer.cookies.map(({ name }) => name)).toEqual(['lango_sign_up'])
    const row = await stage.db
      .selectFrom('sign_up')
      .selectAll()
      .where('email', '=', AMINA.email)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ full_name: 'Amina Odhiambo', token_hash: null })
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await stage.runJobs()
    const [mail] = stage.mails
    expect(stage.mails).toHaveLength(1)
    expect(mail).toMatchObject({ to: AMINA.email, subject: 'Confirm your email for Lango' })
    expect(mail!.text).toMatch(/^Hello,\n/)
    expect(mail!.text).toMatch(/http:\/\/127\.0\.0\.1:3000\/organizer\/confirm#[\w-]{43}\n/)
    expect(mail!.unsubscribeUrl).toBeNull()
    expect((await openJar(stage).signIn(AMINA.email, AMINA.password)).status).toBe(401)
  })

  // spec: signup-tells-no
  test('with the address of an account gets the same response, and its owner gets an email', async () => {
    await joinAs(stage, openJar(stage), AMINA)
    stage.mails.length = 0
    const answer = await signUp({ ...AMINA, password: 'of a stranger', full_name: 'X' })
    expect(answer.status).toBe(201)
    const { user } = answer.body as unknown as { user: { id: string } }
    expect(user).toEqual({ id: expect.any(String), email: AMINA.email, role: 'organizer' })
    const rows = await stage.db.selectFrom('account').select(['id', 'full_name']).execute()
    expect(rows).toEqual([{ id: expect.any(String), full_name: 'Amina Odhiambo' }])
    expect(rows[0]!.id).not.toBe(user.id)
    const { signIn } = openJar(stage)
    expect((await signIn(AMINA.email, 'of a stranger')).status).toBe(401)
    expect((await signIn(AMINA.email, AMINA.password)).status).toBe(200)
    await stage.runJobs()
    expect(stage.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [AMINA.email, 'You already have a Lango account'],
    ])
  })

  // spec: signup-tells-no
  test('sends at most linkPerAccount emails to a mailbox', async () => {
    for (let i = 0; i < 9; i++) expect((await signUp(AMINA)).status).toBe(201)
    await stage.runJobs()
    expect(stage.mails).toHaveLength(stage.env.limits.linkPerAccount)
  })

  test('that is repeated and confirmed twice concurrently makes one account', async () => {
    const twice = { ...AMINA, email: 'twice@club.example' }
    const tokens: string[] = []
    for (let i = 0; i < 2; i++) {
      expect((await signUp(twice)).status).toBe(201)
      tokens.push(await mailedToken(stage, twice.email, '/organizer/confirm'))
    }
    const { password } = twice
    const confirmed = tokens.map((token) =>
      openJar(stage).call('POST', '/api/auth/confirm', { body: { token, password } }),
    )
    const statuses = (await Promise.all(confirmed)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 410])
    const rows = await stage.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', twice.email)
      .execute()
    expect(rows).toHaveLength(1)
  })

  // spec: organizer-signup-required-fields, common-passwords-refused
  test.each([
    ['full_name', { full_name: '  ' }, NO_NAME],
    ['email', { email: '' }, NO_EMAIL],
    ['email', { email: 'amina' }, EMAIL_ERROR],
    ['email', { email: 'a b@club.example' }, EMAIL_ERROR],
    ['email', { email: 'a@b.example, c@d.example' }, EMAIL_ERROR],
    ['password', { password: '' }, NO_PASSWORD],
    ['password', { password: '        ' }, NO_PASSWORD],
    ['password', { password: '\u00a0\u3000\t\u200b\ufeff\u2800\u3164' }, NO_PASSWORD],
    ['password', { password: 'abc12' }, PASSWORD_SHORT],
    ['password', { password: 'KariBu123' }, PASSWORD_COMMON],
    ['password', { password: AMINA.email }, PASSWORD_COMMON],
  ])('is refused for its %s: %o', async (field, change, error) => {
    const answer = await signUp({ ...AMINA, ...change })
    expect(answer).toMatchObject({ status: 422, body: { field, error, code: 'invalid_field' } })
  })

  test('with a missing or too long field is refused with the name of the field', async () => {
    const { full_name: _, ...nameless } = AMINA
    expect(await signUp(nameless)).toMatchObject({ status: 422, body: { field: 'full_name' } })
    const long = { ...AMINA, full_name: 'x'.repeat(101) }
    expect(await signUp(long)).toMatchObject({ status: 422, body: { field: 'full_name' } })
  })

  test('is limited by network address, and refused sign-ups are not counted', async () => {
    const strict = await makeStage({ LIMIT_ACCOUNT_PER_ADDRESS: '2' })
    const from = openJar(strict)
    const call = (email: string) =>
      from.call('POST', '/api/auth/signup', { body: { ...AMINA, email } })
    expect((await call('not one')).status).toBe(422)
    expect((await call('a@club.example')).status).toBe(201)
    expect((await call('b@club.example')).status).toBe(201)
    const refused = await call('c@club.example')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    const forgot = await from.call('POST', '/api/auth/forgot', { body: { email: AMINA.email } })
    expect(forgot.status).toBe(429)
    await strict.close()
  })
})

// spec: common-passwords-refused
test('the common passwords are more than 300, in lower case, and long enough to be allowed otherwise', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(300)
  for (const password of COMMON_PASSWORDS) {
    expect(password).toBe(password.toLowerCase())
    expect(password.length, password).toBeGreaterThanOrEqual(6)
  }
})
