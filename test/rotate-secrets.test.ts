import { beforeAll, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../sample/accounts.ts'
import { loadSampleAccounts } from '../sample/load-sample-accounts.ts'
import { answerChallenge } from '../src/accounts/factor/answer-challenge.ts'
import { sealAgain } from '../src/accounts/factor/factors.ts'
import { refreshSession } from '../src/accounts/sign-ins.ts'
import { readBearer, signBearer } from '../src/accounts/tokens.ts'
import { readEnv } from '../src/env.ts'
import { newId } from '../src/platform/ids.ts'
import { hashCode, isSameCode } from '../src/tickets/transfer/transfer-codes.ts'
import { codeFrom } from './authenticator.ts'
import { openJar } from './cookie-jar.ts'
import { keepStage } from './stage.ts'

// A secret is changed in two rolling restarts. After the first, every process still uses the old
// secret and also accepts the new secret. After the second, every process uses the new secret and
// also accepts the old secret.

const SECRETS = ['SESSION_SECRET', 'OPERATOR_TOKEN', 'AT_REPORT_TOKEN', 'USSD_TOKEN']

/**
 * The settings of a process that uses the secrets of the kind `used` and also accepts the secrets
 * of the kind `also`.
 */
const settings = (used: string, also: string) =>
  Object.fromEntries(
    SECRETS.flatMap((name) => [
      [name, `${used}-${name}-of-thirty-two-signs-and-more`],
      [`${name}_ALSO`, `${also}-${name}-of-thirty-two-signs-and-more`],
    ]),
  )
const secretOf = (kind: string, name: string) => settings(kind, '')[name]!

const stage = keepStage(settings('old', 'new'))
beforeAll(async () => {
  await loadSampleAccounts(stage.deps)
})

const next = readEnv(settings('new', 'old'))

test('processes before and after the change accept the bearers of each other', async () => {
  const { clock } = stage
  const session = { id: newId(), accountId: newId() }
  for (const [signs, reads] of [
    [stage.env, next],
    [next, stage.env],
  ] as const) {
    const bearer = await signBearer({ env: signs, clock }, session)
    expect(await readBearer({ env: reads, clock }, `Bearer ${bearer}`)).toEqual(session)
  }
  const stranger = readEnv({ SESSION_SECRET: 'a third secret of thirty-two signs' })
  const bearer = await signBearer({ env: stranger, clock }, session)
  expect(await readBearer({ env: next, clock }, `Bearer ${bearer}`)).toBeNull()
})

test('a refresh that is repeated after the change returns the same successor', async () => {
  const jar = openJar(stage)
  await jar.signIn(SAMPLE_ACCOUNTS.organizer.email, SAMPLE_PASSWORD)
  const token = jar.cookies.get('lango_session')!
  const first = await refreshSession(stage.deps, token)
  const repeated = await refreshSession({ ...stage.deps, env: next }, token)
  expect(repeated?.refreshToken).toBe(first!.refreshToken)
  // A process with the new secret must also accept the token that the first refresh returned.
  expect(await refreshSession({ ...stage.deps, env: next }, first!.refreshToken)).not.toBeNull()
})

test('a code for a transfer that was sent before the change is right after it', () => {
  const id = newId()
  const kept = hashCode(stage, id, '123456')
  expect(isSameCode({ env: next }, { kept, id, code: '123456' })).toBe(true)
  expect(isSameCode({ env: next }, { kept, id, code: '123457' })).toBe(false)
})

// spec: second-factor
test('a second factor stays through the change, and the former secret can then be removed', async () => {
  const { organizer } = SAMPLE_ACCOUNTS
  const jar = openJar(stage)
  const headers = {
    authorization: `Bearer ${(await jar.signIn(organizer.email, SAMPLE_PASSWORD)).body.access_token}`,
  }
  const post = (path: string, body: object) =>
    jar.call('POST', `/api/auth/second_factor${path}`, { body, headers })
  const setup = (await post('/setup', { password: SAMPLE_PASSWORD })).body
  const [secret, challengeId] = [setup.secret as string, setup.challenge_id as string]
  const caller = { address: '192.0.2.1' }
  const codeNow = () => codeFrom(secret, stage.clock.now())
  const challenge = async () => {
    stage.pass(30_000)
    const { body } = await openJar(stage).signIn(organizer.email, SAMPLE_PASSWORD)
    return { challengeId: body.challenge_id as string, code: codeNow(), caller }
  }
  await answerChallenge(stage.deps, { challengeId, code: codeNow(), caller })
  // Processes before and after the change accept the code.
  expect(await answerChallenge({ ...stage.deps, env: next }, await challenge())).toBeTruthy()
  const last = readEnv({ SESSION_SECRET: secretOf('new', 'SESSION_SECRET') })
  const alone = { ...stage.deps, env: last }
  const wrong = { code: 'invalid_field', details: { field: 'code' } }
  await expect(answerChallenge(alone, await challenge())).rejects.toMatchObject(wrong)
  await sealAgain({ ...stage.deps, env: next })
  expect(await answerChallenge(alone, await challenge())).toBeTruthy()
})

test.each([
  ['old', 200],
  ['new', 200],
  ['another', 403],
])('the operator reads figures with the %s token: %i', async (kind, status) => {
  const headers = { authorization: `Bearer ${secretOf(kind, 'OPERATOR_TOKEN')}` }
  const remoteAddress = '203.0.113.9'
  const { statusCode } = await stage.app.inject({ url: '/metrics', headers, remoteAddress })
  expect(statusCode).toBe(status)
})

test.each([
  ['old', 200],
  ['new', 200],
  ['another', 404],
])('the gateway calls the addresses with the %s secret: %i', async (kind, status) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = async (url: string, fields: Record<string, string>) => {
    const payload = new URLSearchParams(fields).toString()
    return (await stage.app.inject({ method: 'POST', url, headers, payload })).statusCode
  }
  const report = { status: 'Success', phoneNumber: '+254712345678' }
  expect(await post(`/cb/s/${secretOf(kind, 'AT_REPORT_TOKEN')}`, report)).toBe(status)
  const dialled = { sessionId: newId(), phoneNumber: '+254712345678', networkCode: '63902' }
  const call = { ...dialled, serviceCode: '*265*25#', text: '' }
  expect(await post(`/cb/u/${secretOf(kind, 'USSD_TOKEN')}`, call)).toBe(status)
})

test('a second secret that is short is refused in production and in the sandbox', () => {
  for (const name of SECRETS) {
    expect(() => readEnv({ [`${name}_ALSO`]: 'short' })).toThrow(
      `${name}_ALSO must have at least 32 characters`,
    )
  }
})
