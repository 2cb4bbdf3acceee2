import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { callApi } from '../../test/http.ts'
import { keepStage } from '../../test/stage.ts'
import { pageText } from '../messages/pages.text.ts'
import { CONSENT } from './newsletter.rules.ts'

let email: string
let count = 0
const LIMIT = 4
const HOUR = 3600_000

const stage = keepStage({
  LIMIT_CONTACT_PER_ADDRESS: String(LIMIT),
  LIMIT_NEWSLETTER_PER_ADDRESS: String(LIMIT),
  SUPPORT_EMAIL: 'help@lango.example',
  SUPPORT_PHONE: '0712 000 000',
  PUBLIC_ORIGIN: 'https://lango.example',
})
beforeEach(() => {
  stage.pass(HOUR)
  stage.mails.length = 0
  email = `Asha${++count}@Example.com`
})

type Init = { headers?: Record<string, string>; remoteAddress?: string }

async function post(url: string, payload: unknown, init: Init = {}) {
  const answer = await stage.app.inject({
    method: 'POST',
    url,
    payload: payload as object,
    ...init,
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

async function postJson(url: string, payload: unknown, init: Init = {}) {
  const { text, ...answer } = await post(url, payload, init)
  return { ...answer, body: JSON.parse(text) }
}

const subscribe = (payload: unknown, init?: Init) =>
  postJson('/api/functions/newsletter', payload, init)

async function subscribers() {
  return await stage.db
    .selectFrom('newsletter_subscriber')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .execute()
}

describe('newsletter', () => {
  test('the newsletter stores the address with the consent: time, text and source', async () => {
    const before = stage.clock.now()
    const { status, body } = await subscribe({ email: ` ${email} `, source: 'home' })
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Successfully subscribed to newsletter!' })
    const [row] = await subscribers()
    expect(row).toMatchObject({
      email,
      consent_text: CONSENT,
      consent_source: 'home',
      unsubscribed_at: null,
    })
    expect(row!.consented_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(row!.token).toMatch(/^[0-9a-f]{32}$/)
  })

  test('each consent and withdrawal is recorded with its time and the words that were read', async () => {
    const read = async () => {
      const { rows } = await sql`
        select c.is_given, c.text, c.source, c.at from newsletter_consent c
          join newsletter_subscriber s on s.id = c.subscriber_id
        where lower(s.email) = ${email.toLowerCase()} order by c.id`.execute(stage.db)
      return rows
    }
    await subscribe({ email, source: 'home' }, { headers: { 'x-language': 'sw' } })
    await subscribe({ email, source: 'again' })
    const [{ token } = { token: '' }] = await subscribers()
    const leave = () => postJson('/api/functions/newsletter/unsubscribe', { token })
    expect((await leave()).status).toBe(200)
    expect((await leave()).status).toBe(200)
    await subscribe({ email, source: 'event' })
    const at = expect.any(Date)
    expect(await read()).toEqual([
      { is_given: true, text: pageText(CONSENT).sw, source: 'home', at },
      { is_given: false, text: '', source: 'unsubscribed', at },
      { is_given: true, text: CONSENT, source: 'event', at },
    ])
    expect(pageText(CONSENT).sw).not.toBe(CONSENT)
  })

  test('subscribing again, in any letter case, changes nothing and returns the same reply', async () => {
    await subscribe({ email })
    const first = await subscribers()
    const { status, body } = await subscribe({ email: email.toUpperCase(), source: 'other' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Successfully subscribed to newsletter!' },
    })
    expect(await subscribers()).toEqual(first)
  })

  test('many subscriptions of one address at the same time make one subscriber', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => subscribe({ email }, { remoteAddress: `10.0.1.${i}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await subscribers()).toHaveLength(1)
  })

  test.each([
    ['nothing', {}, 'email'],
    ['blank', { email: ' ' }, 'email'],
    ['no address', { email: 'asha' }, 'email'],
    ['two addresses', { email: 'a@b.c d@e.f' }, 'email'],
    ['a number', { email: 5 }, 'email'],
    ['too long', { email: `${'x'.repeat(250)}@example.com` }, 'email'],
    ['a zero byte', { email: 'a\u0000@example.com' }, 'email'],
    ['a zero byte elsewhere', { email: 'a@b.co', source: '\u0000' }, 'source'],
  ])('refuses %s, and says which field', async (_what, payload, field) => {
    const { status, body } = await subscribe(payload)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid_field', field, error: expect.any(String) })
  })

  test('newsletter sign-ups are limited by IP address, and refused ones do not count', async () => {
    const from = { remoteAddress: '10.0.0.9' }
    for (let i = 0; i < LIMIT * 2; i++)
      expect((await subscribe({ email: '' }, from)).status).toBe(422)
    for (let i = 0; i < LIMIT; i++) expect((await subscribe({ email }, from)).status).toBe(200)
    const refused = await subscribe({ email }, from)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await subscribe({ email }, { remoteAddress: '10.0.0.10' })).status).toBe(200)
    stage.pass(HOUR)
    expect((await subscribe({ email }, from)).status).toBe(200)
  })
})

describe('unsubscribing', () => {
  async function subscribed(): Promise<string> {
    await subscribe({ email })
    return (await subscribers())[0]!.token
  }
  const look = async (token: string) => {
    return await callApi(stage, `/api/newsletter/${token}`)
  }

  test('the API unsubscribes in one step and may be called again; looking up a token changes nothing', async () => {
    const token = await subscribed()
    const masked = `A•••@Example.com`
    expect(await look(token)).toEqual({ status: 200, body: { email: masked, subscribed: true } })
    expect(await look(token)).toMatchObject({ body: { subscribed: true } })
    for (let i = 0; i < 2; i++) {
      const { status } = await postJson('/api/functions/newsletter/unsubscribe', { token })
      expect(status).toBe(200)
      stage.pass(1000)
    }
    expect(await look(token)).toMatchObject({ body: { subscribed: false } })
    const [row] = await subscribers()
    expect(row!.consent_text).toBe(CONSENT)
    // Unsubscribing again does not change the stored time.
    expect(stage.clock.now().getTime() - row!.unsubscribed_at!.getTime()).toBeGreaterThan(1900)
  })

  test('one click in a mail program unsubscribes', async () => {
    const token = await subscribed()
    const { status } = await post(
      `/newsletter/unsubscribe/${token}`,
      'List-Unsubscribe=One-Click',
      { headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' } },
    )
    expect(status).toBe(200)
    expect(await look(token)).toMatchObject({ body: { subscribed: false } })
  })

  test("the page's form unsubscribes and shows the page again", async () => {
    const token = await subscribed()
    const { status, headers } = await post(`/newsletter/unsubscribe/${token}`, '', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*' },
    })
    expect(status).toBe(303)
    expect(headers.location).toBe(`/newsletter/unsubscribe/${token}`)
    expect(await look(token)).toMatchObject({ body: { subscribed: false } })
  })

  test('an unsubscribed address that subscribes again is subscribed', async () => {
    const token = await subscribed()
    const [before] = await subscribers()
    await postJson('/api/functions/newsletter/unsubscribe', { token })
    stage.pass(1000)
    await subscribe({ email, source: 'event' })
    const [row, ...others] = await subscribers()
    expect(others).toEqual([])
    expect(row).toMatchObject({ unsubscribed_at: null, consent_source: 'event', token })
    expect(row!.consented_at.getTime()).toBeGreaterThan(before!.consented_at.getTime())
  })

  test.each(['0'.repeat(32), 'nobody', '%00', "' or 1=1 --"])(
    'the token %s belongs to no subscriber',
    async (token) => {
      expect((await look(encodeURIComponent(token))).status).toBeGreaterThanOrEqual(404)
      expect((await look(encodeURIComponent(token))).status).toBeLessThan(500)
      const { status } = await postJson('/api/functions/newsletter/unsubscribe', { token })
      expect(status).toBe(404)
    },
  )
})

describe('contact', () => {
  const CONTACT = {
    name: ' Juma  Otieno ',
    email: 'juma@example.com',
    subject: 'Which gate?',
    message: 'Habari,\r\nwhich gate is mine?\n',
  }
  const contact = (payload: object, init?: Init) =>
    postJson('/api/functions/contact', payload, init)
  const stored = async () =>
    await stage.db.selectFrom('contact_message').selectAll().orderBy('created_at').execute()

  test('a contact message is stored, and emailed to support with the sender as Reply-To', async () => {
    const { status, body } = await contact(CONTACT)
    expect(status).toBe(200)
    expect(body).toEqual({ message: "Thank you for your message! We'll get back to you soon." })
    const row = (await stored()).at(-1)!
    expect(row).toMatchObject({
      name: 'Juma Otieno',
      email: 'juma@example.com',
      subject: 'Which gate?',
      message: 'Habari,\nwhich gate is mine?',
    })
    // The email is queued in the outbox even though no mail server is reachable.
    expect(stage.mails).toEqual([])
    await stage.runJobs()
    expect(stage.mails).toHaveLength(1)
    expect(stage.mails[0]).toMatchObject({
      to: 'help@lango.example',
      from: stage.env.mail.from,
      replyTo: 'juma@example.com',
      subject: 'Contact: Which gate?',
      html: null,
    })
    const { text } = stage.mails[0]!
    expect(text).toContain('From: Juma Otieno <juma@example.com>')
    expect(text).toContain('Habari,\nwhich gate is mine?')
    expect(text).toContain(row.id)
  })

  test('a contact message may be as long as the limit of a request', async () => {
    const message = 'x'.repeat(60_000)
    expect((await contact({ ...CONTACT, message, subject: 'y'.repeat(1000) })).status).toBe(200)
    await stage.runJobs()
    expect(stage.mails[0]!.text).toContain(message)
    expect(stage.mails[0]!.text).toContain('y'.repeat(1000))
    expect(stage.mails[0]!.subject.length).toBeLessThan(200)
    expect((await contact({ ...CONTACT, message: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('a contact message cannot add headers to the email', async () => {
    const subject = 'Hi\r\nBcc: all@example.com\r\n\r\nBody'
    await contact({ ...CONTACT, subject, name: 'Juma\r\nCc: all@example.com' })
    await stage.runJobs()
    expect(stage.mails[0]!.subject).toBe('Contact: Hi Bcc: all@example.com Body')
    const evil = await contact({ ...CONTACT, email: 'a@b.c\r\nBcc: all@example.com' })
    expect(evil.status).toBe(422)
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a blank name', { name: ' \n ' }, 'name'],
    ['no address', { email: '' }, 'email'],
    ['half an address', { email: 'juma@' }, 'email'],
    ['no subject', { subject: ' ' }, 'subject'],
    ['no message', { message: '\t' }, 'message'],
    ['a list as message', { message: ['x'] }, 'message'],
    ['a zero byte', { message: 'a\u0000b' }, 'message'],
    ['nothing at all', { name: undefined }, 'name'],
  ])('refuses %s, stores and sends nothing', async (_what, change, field) => {
    const before = await stored()
    const { status, body } = await contact({ ...CONTACT, ...change })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid_field', error: expect.any(String) })
    expect(body.field).toBe(field)
    expect(await stored()).toEqual(before)
    await stage.runJobs()
    expect(stage.mails).toEqual([])
  })

  test('contact messages are limited by IP address', async () => {
    const from = { remoteAddress: '10.0.0.7' }
    for (let i = 0; i < LIMIT; i++) expect((await contact(CONTACT, from)).status).toBe(200)
    const before = (await stored()).length
    expect((await contact(CONTACT, from)).status).toBe(429)
    expect(await stored()).toHaveLength(before)
    expect((await contact(CONTACT, { remoteAddress: '10.0.0.8' })).status).toBe(200)
  })

  test('a page of another origin cannot send a contact message', async () => {
    const headers = { origin: 'https://evil.example' }
    expect((await contact(CONTACT, { headers })).status).toBe(403)
  })
})

test('GET /api/site returns the contact details of the settings', async () => {
  expect((await stage.app.inject('/api/site')).json()).toEqual({
    support_email: 'help@lango.example',
    support_phone: '0712 000 000',
    office: 'Nairobi, Kenya',
    ussd_code: '*265*25#',
    service_fee: { basis_points: 0, fixed: 0 },
    payout_decision_days: 2,
  })
})
