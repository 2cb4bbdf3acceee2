// spec: second-factor-required
import { expect, test } from 'vitest'
import { buildAccount, joinAs } from '../../../test/accounts.ts'
import { codeFrom } from '../../../test/authenticator.ts'
import { openJar } from '../../../test/cookie-jar.ts'
import { keepStage } from '../../../test/stage.ts'
import { sessionSettings } from '../../platform/session-settings.ts'
import { SettingsReader } from '../../platform/settings.ts'
import { changeRole } from '../people/accounts.ts'

const PASSWORD = 'uwanja-wetu'
const stage = keepStage({ SECOND_FACTOR: 'required' })

const call = (jar: ReturnType<typeof openJar>, path: string, body: object, bearer = '') =>
  jar.call('POST', `/api/auth/second_factor${path}`, {
    body,
    ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
  })

test('an organizer who becomes an admin is signed out, sets a factor up at the next sign-in, and cannot switch it off', async () => {
  const email = 'admin@club.example'
  const jar = openJar(stage)
  const bearer = await joinAs(stage, jar, { email, password: PASSWORD })
  const { user } = (await jar.user(bearer)) && (await jar.refresh()).body
  const { id } = user as { id: string }
  await buildAccount(stage, 'admin')
  await changeRole(stage.deps, { id, role: 'admin', by: null })
  expect((await jar.user(bearer)).status).toBe(401)
  expect((await jar.refresh()).status).toBe(401)
  const ended = await stage.db
    .selectFrom('session')
    .select('end_reason')
    .where('account_id', '=', id)
    .execute()
  expect(ended).toEqual([{ end_reason: 'second_factor' }])

  const challenge = await jar.signIn(email, PASSWORD)
  expect(challenge).toMatchObject({ status: 401, cookies: [] })
  const { challenge_id, setup } = challenge.body as unknown as {
    challenge_id: string
    setup: { secret: string }
  }
  expect(setup).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.stringContaining(`secret=${setup.secret}`),
  })
  const code = codeFrom(setup.secret, stage.clock.now())
  const answer = await call(jar, '', { challenge_id, code })
  expect(answer).toMatchObject({ status: 200, body: { user: { role: 'admin' } } })
  const codes = answer.body.recovery_codes as string[]
  expect(codes).toHaveLength(10)
  expect((await jar.user(answer.body.access_token)).status).toBe(200)
  expect((await jar.refresh()).status).toBe(200)
  expect(await call(jar, '/off', { code: codes[0]! }, answer.body.access_token)).toMatchObject({
    status: 409,
    body: { code: 'second_factor_kept' },
  })
  expect((await jar.signIn(email, PASSWORD)).body).not.toHaveProperty('setup')
})

test('a second sign-in that waits to set the factor up ends with the first one', async () => {
  const email = 'second@club.example'
  const jar = openJar(stage)
  await joinAs(stage, jar, { email, password: PASSWORD })
  await stage.db.updateTable('account').set({ role: 'admin' }).where('email', '=', email).execute()
  type FactorChallenge = { challenge_id: string; setup: { secret: string } }
  const [one, two] = [
    await jar.signIn(email, PASSWORD),
    await openJar(stage).signIn(email, PASSWORD),
  ]
  const sent = [one, two].map(({ body }) => {
    const { challenge_id, setup } = body as unknown as FactorChallenge
    return call(openJar(stage), '', {
      challenge_id,
      code: codeFrom(setup.secret, stage.clock.now()),
    })
  })
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 410])
})

test('an organizer signs in with the password alone', async () => {
  const email = 'organizer@club.example'
  const jar = openJar(stage)
  await joinAs(stage, jar, { email, password: PASSWORD })
  expect((await jar.signIn(email, PASSWORD)).status).toBe(200)
})

test('admins need the factor in production, and nobody in the sandbox, unless the setting says otherwise', () => {
  const read = (source: Record<string, string>, isProduction: boolean) => {
    const reader = new SettingsReader(source)
    return { is: sessionSettings(reader, isProduction).secondFactor, faults: reader.faults }
  }
  const secret = { SESSION_SECRET: '0123456789abcdef0123456789abcdef' }
  expect(read({}, false).is).toBe('offered')
  expect(read(secret, true)).toEqual({ is: 'required', faults: [] })
  expect(read({ ...secret, SECOND_FACTOR: 'offered' }, true).is).toBe('offered')
  expect(read({ SECOND_FACTOR: 'yes' }, false).faults).toEqual([
    'SECOND_FACTOR must be one of required, offered, not "yes"',
  ])
})
