// spec: callback-networks
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepStage, makeStage, type Stage } from '../../../test/stage.ts'
import { buildApp, LOG_REDACTION } from '../../app.ts'
import type { App } from '../../platform/http/http.ts'
import { makeLog } from '../../platform/log.ts'

const lines: string[] = []
const log = makeLog('warn', {
  redaction: LOG_REDACTION,
  stream: { write: (line) => lines.push(line) },
})

const stage = keepStage({
  TRUST_PROXY: 'yes',
  CALLBACK_NETWORKS: '196.201.214.0/24, 196.201.213.44,2c0f:fe38:2000::/48',
})
let app: App
beforeAll(async () => {
  app = await buildApp({ ...stage.deps, log }, { checks: {}, pages: false })
})
afterAll(async () => {
  await app.close()
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }

const secret = () => `/cb/s/${stage.env.sms.reportToken}`

/** Reports to the secret address that an SMS was delivered. `from` is the caller's IP address. */
async function report(from: string, path = secret(), of: Pick<Stage, 'app'> = { app }) {
  const { statusCode } = await of.app.inject({
    method: 'POST',
    url: path,
    headers: { ...form, 'x-forwarded-for': from },
    payload: 'id=ATXid_1&status=Success&phoneNumber=254712000101',
  })
  return statusCode
}

const OF_PROVIDERS = [
  '196.201.214.0',
  '196.201.214.255',
  '::ffff:196.201.214.200',
  '196.201.213.44',
  '2c0f:fe38:2000:1::7',
]
const FOREIGN = ['196.201.215.1', '196.201.213.45', '2c0f:fe38:2001::1', '127.0.0.1', '::1']

test.each(OF_PROVIDERS)(
  'a provider may call back from %s, which a listed network holds',
  async (from) => {
    expect(await report(from)).toBe(200)
    // A proxy appends the caller's address to the addresses that the caller sent.
    expect(await report(`41.90.1.1, ${from}`)).toBe(200)
  },
)

test.each(FOREIGN)(
  'a caller from %s finds no callback address, and the log says so',
  async (from) => {
    lines.length = 0
    const paths = [
      secret(),
      `${secret()}/opt-out`,
      secret().replace('/cb', '/%63b'),
      `/cb/u/${stage.env.ussdToken}`,
      `/cb/u/${stage.env.ussdToken}/end`,
    ]
    for (const path of paths) expect(await report(from, path), path).toBe(404)
    expect(await report(`196.201.214.200, ${from}`)).toBe(404)
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged).toHaveLength(paths.length + 1)
    expect(logged[0]).toMatchObject({
      level: 'warn',
      msg: 'callback refused: the caller is in none of the CALLBACK_NETWORKS',
      address: expect.stringMatching(/^[\d.]+$|::\/64$/),
      req: { route: '/cb/s/…' },
    })
    expect(lines.join()).not.toContain(stage.env.sms.reportToken)
  },
)

test('other routes are open to every network', async () => {
  const { statusCode } = await app.inject({
    url: '/api/events',
    headers: { 'x-forwarded-for': '41.90.1.1' },
  })
  expect(statusCode).toBe(200)
})

test('without the setting, providers may call back from every network', async () => {
  const open = await makeStage({ TRUST_PROXY: 'yes', CALLBACK_NETWORKS: '' })
  try {
    const path = `/cb/s/${open.env.sms.reportToken}`
    const all = [...OF_PROVIDERS, ...FOREIGN]
    for (const from of all) expect(await report(from, path, open)).toBe(200)
  } finally {
    await open.close()
  }
})
