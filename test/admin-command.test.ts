// spec: npm-run-admin
// Runs `npm run admin` in a child process, like an operator.
import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAccount, joinAs } from './accounts.ts'
import { codeFrom } from './authenticator.ts'
import { openJar } from './cookie-jar.ts'
import { keepStage } from './stage.ts'

const stage = keepStage()

function admin(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: stage.env.databaseUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/admin.mjs', ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${err}`.trim() }),
    )
  })
}

const EMAIL = 'first@club.example'

test('the command makes the first admin, who can sign in', async () => {
  const words = ['--email', ' First@Club.Example', '--name', 'Amina Odhiambo']
  expect(await admin('create', ...words, '--password', 'abc')).toEqual({
    code: 1,
    said: 'Password must be at least 6 characters long',
  })
  expect(await admin('create', ...words)).toEqual({ code: 1, said: '--password is missing' })
  expect(await admin('create', ...words, '--password', 'uwanja-wetu')).toEqual({
    code: 0,
    said: `${EMAIL} is an admin now.`,
  })
  const { status, body } = await openJar(stage).signIn(EMAIL, 'uwanja-wetu')
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ email: EMAIL, role: 'admin' })
  const account = await stage.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
  expect(account).toMatchObject({ full_name: 'Amina Odhiambo', confirmed_at: expect.any(Date) })
})

test('the command makes an admin of an existing account, whose password stays unless another is given', async () => {
  const email = 'second@club.example'
  const jar = openJar(stage)
  const access_token = await joinAs(stage, jar, { email, password: 'yake-mwenyewe' })
  expect((await admin('create', '--email', email)).said).toBe(
    `${email} was here and is an admin now.`,
  )
  expect((await jar.user(access_token)).body).toMatchObject({ role: 'admin', confirmed: true })
  await admin('create', '--email', email, '--password', 'mpya-kabisa')
  expect((await jar.user(access_token)).status).toBe(401)
  expect((await jar.signIn(email, 'mpya-kabisa')).status).toBe(200)
})

test('the command changes a role, but not the last admin\\\\u2019s, and lists the accounts', async () => {
  const role = (email: string, to: string) => admin('role', '--email', email, '--role', to)
  expect((await role('second@club.example', 'organizer')).said).toBe(
    'second@club.example is an organizer now.',
  )
  expect(await role(EMAIL, 'organizer')).toEqual({
    code: 1,
    said: 'There must be at least one admin. Make someone else an admin first.',
  })
  expect((await role('x@club.example', 'admin')).said).toBe(
    'There is no account of x@club.example.',
  )
  expect((await admin('list')).said.split('\n')).toEqual([
    `admin      ${EMAIL}  Amina Odhiambo`,
    'organizer  second@club.example  Amina Odhiambo',
  ])
  expect((await admin('list', '--role', 'admin')).said).toBe(`admin      ${EMAIL}  Amina Odhiambo`)
  const audit = await stage.db
    .selectFrom('audit_log')
    .innerJoin('account', (join) => join.onRef(sql`account.id::text`, '=', 'audit_log.subject'))
    .select(['action', 'email', 'account_id'])
    .where('action', '<>', 'admin_signed_in')
    .orderBy('audit_log.id')
    .execute()
  expect(audit).toEqual([
    { action: 'admin_created', email: EMAIL, account_id: null },
    { action: 'role_changed', email: 'second@club.example', account_id: null },
    { action: 'role_changed', email: 'second@club.example', account_id: null },
  ])
})

test('the command makes no admin of an unconfirmed account, unless a password is given', async () => {
  const email = 'stranger@club.example'
  const { id } = await buildAccount(stage)
  const made = { email, confirmed_at: null, password_hash: 'of a stranger' }
  await stage.db.updateTable('account').set(made).where('id', '=', id).execute()
  const row = () =>
    stage.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await admin('create', '--email', email)).toEqual({
    code: 1,
    said: '--password is missing',
  })
  expect(await row()).toMatchObject({ ...made, role: 'organizer' })
  expect((await admin('create', '--email', email, '--password', 'mpya-kabisa')).code).toBe(0)
  expect(await openJar(stage).signIn(email, 'mpya-kabisa')).toMatchObject({
    status: 200,
    body: { user: { role: 'admin' } },
  })
})

// spec: second-factor-lost
test('the command takes the second factor off an account, ends its sessions, and its owner gets an email', async () => {
  const email = 'lost-phone@club.example'
  const jar = openJar(stage)
  const headers = {
    authorization: `Bearer ${await joinAs(stage, jar, { email, password: 'yake-mwenyewe' })}`,
  }
  const post = (path: string, body: object) =>
    jar.call('POST', `/api/auth/second_factor${path}`, { body, headers })
  const setup = (await post('/setup', { password: 'yake-mwenyewe' })).body as Record<string, string>
  const code = codeFrom(setup.secret!, stage.clock.now())
  const { body } = await post('', { challenge_id: setup.challenge_id, code })
  expect(await openJar(stage).signIn(email, 'yake-mwenyewe')).toMatchObject({ status: 401 })
  expect(await admin('factor-off', '--email', email)).toEqual({
    code: 0,
    said: `The second factor of ${email} is off, and every device is signed out.`,
  })
  expect((await jar.user(body.access_token)).status).toBe(401)
  const later = await jar.signIn(email, 'yake-mwenyewe')
  expect(later.status).toBe(200)
  const rows = await stage.db
    .selectFrom('audit_log')
    .select(['action', 'account_id'])
    .where('subject', '=', (body.user as { id: string }).id)
    .where('account_id', 'is', null)
    .execute()
  expect(rows).toEqual([{ action: 'second_factor_off', account_id: null }])
  await stage.runJobs()
  expect(stage.mails.filter(({ to }) => to === email).at(-1)).toMatchObject({
    subject: 'Two-step sign-in of your Lango account was switched off',
  })
  expect(await admin('factor-off', '--email', email)).toEqual({
    code: 1,
    said: `${email} has no second factor.`,
  })
  expect((await jar.user(later.body.access_token)).status).toBe(200)
})

test('the command explains its usage', async () => {
  for (const words of [[], ['remove'], ['create', 'more'], ['create', '--mail', 'x']]) {
    const { code, said } = await admin(...words)
    expect(code, said).toBe(1)
    expect(said).toContain('npm run admin -- create')
  }
})

test('the command prints what is stored about a phone, and erases it', async () => {
  const phone = '254712345678'
  await stage.db.insertInto('ussd_session').values(sessionOf(phone)).execute()
  const printed = JSON.parse((await admin('export', '--phone', '0712 345 678')).said)
  expect(printed).toMatchObject({ phone, dialled_sessions: [{ dialled: '1' }], orders: [] })
  expect((await admin('erase', '--phone', '0712345678')).said).toBe(
    'The phone is erased. Orders that stay without it: 0.',
  )
  expect(await stage.db.selectFrom('ussd_session').select('id').execute()).toEqual([])
  expect(await admin('erase', '--phone', '12')).toEqual({
    code: 1,
    said: '--phone is no Kenyan mobile number',
  })
})

const sessionOf = (phone: string) => ({
  id: phone,
  phone,
  language: 'en',
  dialled: '1',
  turns: 1,
  typed: '1',
  created_at: new Date(),
  updated_at: new Date(),
})
