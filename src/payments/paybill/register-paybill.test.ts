import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepStage, type Stage } from '../../../test/stage.ts'
import { readEnv } from '../../env.ts'
import type { UrlsAnswer, UrlsRequest } from '../mpesa/register-urls.ts'
import { registerPaybill } from './register-paybill.job.ts'

const stage = keepStage()
let requests: UrlsRequest[]
let answer: UrlsAnswer
beforeEach(async () => {
  await stage.db.deleteFrom('paybill_address').execute()
  requests = []
  answer = { kind: 'registered', already: false, raw: {} }
  stage.daraja.registerUrls = async (request) => {
    requests.push(request)
    return answer
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const { validationUrl } of requests) expect(validationUrl).toBe(requests[0]!.validationUrl)
})

const MINUTE = 60_000
const register = (mpesa: Partial<Stage['env']['mpesa']> = {}) =>
  registerPaybill({ ...stage.deps, env: { ...stage.env, mpesa: { ...stage.env.mpesa, ...mpesa } } })

// spec: paybill-registered-once
test('the addresses are registered once, over all restarts, and name both calls', async () => {
  await stage.sweep()
  expect(requests).toEqual([
    {
      validationUrl: expect.stringMatching(
        /^http:\/\/127.0.0.1:3000\/cb\/c\/[0-9a-f]{32}\/validation$/,
      ),
      confirmationUrl: requests[0]!.validationUrl.replace('/validation', '/confirmation'),
      unanswered: 'Completed',
    },
  ])
  stage.pass(100 * MINUTE)
  await stage.sweep()
  // All secrets that an operator may change have changed.
  await register({ passkey: 'another', consumerKey: 'another', consumerSecret: 'another' })
  expect(requests).toHaveLength(1)
})

test('a shortcode that was registered before counts as registered', async () => {
  answer = { kind: 'registered', already: true, raw: {} }
  for (let i = 0; i < 3; i++) {
    await register()
    stage.pass(100 * MINUTE)
  }
  expect(requests).toHaveLength(1)
})

test('another shortcode is registered with the same address', async () => {
  await register()
  await register({ shortcode: '600999' })
  await register({ shortcode: '600999' })
  expect(requests).toHaveLength(2)
})

test.each<UrlsAnswer>([
  { kind: 'refused', code: '401', raw: {} },
  { kind: 'later', raw: {} },
  { kind: 'unknown', raw: {} },
])(
  'after $kind the registration is repeated, with growing pauses, until it succeeds',
  async (no) => {
    answer = no
    const times: number[] = []
    for (let minute = 0; minute <= 130; minute++) {
      const before = requests.length
      await register()
      if (requests.length > before) times.push(minute)
      stage.pass(MINUTE)
    }
    expect(times).toEqual([0, 1, 3, 7, 15, 31, 63, 123])
    answer = { kind: 'registered', already: true, raw: {} }
    stage.pass(60 * MINUTE)
    await register()
    await register()
    expect(requests).toHaveLength(times.length + 1)
  },
)

test('processes that start together register once', async () => {
  await Promise.all([register(), register(), register(), register()])
  expect(requests).toHaveLength(1)
})

test('if a process dies during the registration, another one registers', async () => {
  stage.daraja.registerUrls = () => Promise.reject(new Error('killed'))
  await expect(register()).rejects.toThrow('killed')
  stage.daraja.registerUrls = async (request) => {
    requests.push(request)
    return answer
  }
  await register()
  expect(requests).toHaveLength(0)
  stage.pass(2 * MINUTE)
  await register()
  expect(requests).toHaveLength(1)
})

// spec: paybill-not-till
test('a till is never registered, because it has no accounts', async () => {
  await register({ transactionType: 'CustomerBuyGoodsOnline' })
  expect(requests).toEqual([])
})

test('an address that the settings give is registered, also by a new database', async () => {
  const c2bToken = 'a1'.repeat(16)
  await register({ c2bToken })
  expect(requests[0]!.validationUrl).toContain(`/cb/c/${c2bToken}/validation`)
  await stage.db.deleteFrom('paybill_address').execute()
  await register({ c2bToken })
  expect(requests).toHaveLength(2)
})

test('another address in the settings replaces the one that the shop made up until it is registered', async () => {
  answer = { kind: 'refused', code: '401', raw: {} }
  await register()
  requests = []
  const c2bToken = 'b2'.repeat(16)
  stage.pass(MINUTE)
  await register({ c2bToken })
  expect(requests.map(({ validationUrl }) => validationUrl)).toEqual([
    expect.stringContaining(`/cb/c/${c2bToken}/`),
  ])
})

const storedToken = async () => {
  const select = stage.db.selectFrom('paybill_address').select('token')
  return (await select.executeTakeFirstOrThrow()).token
}

test('a registered address stays when the settings give another one, and an error names the remedy', async () => {
  const errors = vi.spyOn(stage.deps.log, 'error')
  await register()
  const kept = await storedToken()
  expect(errors).not.toHaveBeenCalled()
  await register({ c2bToken: 'b2'.repeat(16) })
  stage.pass(100 * MINUTE)
  await register({ c2bToken: kept })
  expect(await storedToken()).toBe(kept)
  expect(requests).toHaveLength(1)
  expect(errors.mock.calls).toEqual([
    [expect.stringMatching(/MPESA_C2B_TOKEN.*select token from paybill_address/)],
  ])
})

test('processes with different addresses in their settings register one, and keep it', async () => {
  const tokens = ['a1'.repeat(16), 'b2'.repeat(16)]
  stage.daraja.registerUrls = async (request) => {
    requests.push(request)
    // Both processes start again while M-Pesa handles the first request.
    if (requests.length === 1) for (const c2bToken of tokens) await register({ c2bToken })
    return answer
  }
  await register({ c2bToken: tokens[0]! })
  expect(requests).toHaveLength(1)
  for (const c2bToken of [...tokens, ...tokens]) {
    stage.pass(100 * MINUTE)
    await register({ c2bToken })
  }
  expect(await storedToken()).toBe(tokens[0])
  expect(requests).toHaveLength(1)
})

test('an address that Daraja could refuse is no setting', () => {
  for (const token of ['short', 'mpesa'.repeat(8), `${'a1'.repeat(16)}/x`]) {
    expect(() => readEnv({ MPESA_C2B_TOKEN: token })).toThrow(/^MPESA_C2B_TOKEN must have 32/)
  }
})
