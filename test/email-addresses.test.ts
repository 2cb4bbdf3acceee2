// spec: email-one-rule
// Every call that accepts an email address checks the address by the mailer's own rule.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildEvent, orderFor } from './build.ts'
import { callApi } from './http.ts'
import { keepStage } from './stage.ts'

const stage = keepStage()
let order: ReturnType<typeof orderFor>
beforeAll(async () => {
  order = orderFor(await buildEvent(stage.db))
})

const PASSWORD = 'uwanja-wetu'

const CALLS: Record<string, (email: string) => object> = {
  '/api/auth/signup': (email) => ({ email, password: PASSWORD, full_name: 'Amina' }),
  '/api/auth/forgot': (email) => ({ email }),
  '/api/functions/newsletter': (email) => ({ email }),
  '/api/functions/contact': (email) => ({ email, name: 'Amina', subject: 'Gate', message: 'Hi' }),
  '/api/functions/mpesa': (email) => ({ ...order, orderId: randomUUID(), email }),
}

async function call(url: string, email: string) {
  const headers = { prefer: 'respond-async' }
  const payload = CALLS[url]!(email)
  return await callApi(stage, { method: 'POST', url, headers, payload })
}

describe.each(Object.keys(CALLS))('%s', (url) => {
  test.each([
    'amina\u200b@club.example',
    'amina\u202e@club.example',
    'amina@club\u00ad.example',
    'amina@club\u3002example',
    'amina@club.example\u0007',
    '"amina@evil.example"@club.example',
    'amina@club.example,b@evil.example',
    'amina@club.example\r\nBcc: b@evil.example',
    'Amina <amina@club.example>',
    'amina\uff1cb@club.example',
    'amina(comment)@club.example',
    'amina%evil.example@club.example',
    'a..b@club.example',
    'a@b',
    'amina@[192.0.2.1]',
  ])('the call refuses %j', async (email) => {
    expect(await call(url, email)).toMatchObject({ status: 422, body: { field: 'email' } })
  })

  test('%s accepts an address in another spelling', async () => {
    const { status } = await call(url, ' \uff21mina\uff20club\uff0eexample ')
    expect(status).toBeLessThan(300)
  })
})

test('%s stores the canonical spelling', async () => {
  const kept = await Promise.all([
    stage.db.selectFrom('newsletter_subscriber').select('email').execute(),
    stage.db.selectFrom('contact_message').select('email').execute(),
    stage.db.selectFrom('order').select('email').execute(),
  ])
  expect(kept.flat()).toEqual(kept.map(() => ({ email: 'Amina@club.example' })))
  const signUps = await stage.db.selectFrom('sign_up').select('email').execute()
  expect(signUps).toEqual([{ email: 'amina@club.example' }])
})
