import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from './server.ts'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

const LETTER = {
  from: 'Lango <tickets@lango.example>',
  to: 'Asha <asha@example.com>',
  replyTo: 'Juma <juma@example.com>',
  subject: 'Tiketi zako – Ūhuru',
  text: 'Karibu\n.\n..mwisho',
  html: '<p>Karibu <b>sana</b></p>',
  messageId: '<1@lango.example>',
}

function send(letter: object = LETTER, auth?: { user: string; pass: string }) {
  const transport = createTransport({ host: '127.0.0.1', port: trial.smtpPort, auth })
  return transport.sendMail(letter).finally(() => transport.close())
}

const mails = async (to = '') => (await trial.get(`/mail${to && `?to=${to}`}`)).json

test('a mail is stored as it was written, and found by its recipient in upper or lower case', async () => {
  await send()
  const [mail, ...others] = await mails('ASHA@example.com')
  expect(others).toEqual([])
  expect(mail).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    from: 'Lango <tickets@lango.example>',
    to: 'asha@example.com',
    reply_to: 'juma@example.com',
    subject: 'Tiketi zako – Ūhuru',
    text: 'Karibu\n.\n..mwisho',
    html: expect.stringContaining('<b>sana</b>'),
    files: [],
    message_id: '<1@lango.example>',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(await mails('juma@example.com')).toEqual([])
})

test('without a recipient all mails are listed, oldest first, once for each recipient', async () => {
  await send({ ...LETTER, to: 'a@example.com', bcc: 'b@example.com' })
  await send({ from: 'x@lango.example', to: 'c@example.com', text: 'plain' })
  expect((await mails()).map((mail: { to: string }) => mail.to)).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  expect((await mails('c@example.com'))[0]).toMatchObject({ html: null, reply_to: null })
  expect((await trial.get('/mail?to=a&to=b')).status).toBe(400)
})

test('any user and password may log in, and mails are accepted without a login, too', async () => {
  await send(LETTER, { user: 'lango', pass: 'anything' })
  expect(await mails()).toHaveLength(1)
})

test('a mail is shown on a page that runs none of its scripts', async () => {
  await send({ ...LETTER, html: '<html><head></head><body><p>Hi</p></body></html>' })
  await send({ ...LETTER, html: undefined, text: 'a < b & c' })
  const [html, text] = await mails()
  const answer = await fetch(`${trial.base}/mail/${html.id}/html`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox(?!.*allow-scripts).*default-src 'none'/)
  expect(await answer.text()).toContain('<head><base target="_blank">')
  const plain = (await trial.get(`/mail/${text.id}/html`)).text
  expect(plain).toBe(
    '<base target="_blank"><pre style="white-space:pre-wrap">a &lt; b &amp; c</pre>',
  )
  expect((await trial.get('/mail/none/html')).status).toBe(404)
})

test("a mail's attachments are shown in it or can be downloaded", async () => {
  const picture = { filename: 'code.png', cid: 'one@code', content: 'not looked at' }
  const entry = {
    filename: 'event.ics',
    contentType: 'text/calendar',
    content: 'BEGIN\r\nEND\r\n',
    contentTransferEncoding: 'base64',
  }
  const html = '<img src="cid:one@code"><img src="cid:other@code">'
  await send({ ...LETTER, html, attachments: [picture, entry] })
  const [mail] = await mails()
  const shown = (await trial.get(`/mail/${mail.id}/html`)).text
  const base64 = Buffer.from('not looked at').toString('base64')
  expect(shown).toContain(`<img src="data:image/png;base64,${base64}"><img src="cid:other@code">`)
  const { json } = await trial.get('/page/state')
  expect(json.mails[0].files).toEqual([{ name: 'event.ics', at: 1 }])
  const file = await fetch(`${trial.base}/mail/${mail.id}/files/1`)
  expect(file.headers.get('content-type')).toContain('text/calendar')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="event.ics"')
  expect(await file.text()).toBe('BEGIN\r\nEND\r\n')
  expect((await trial.get(`/mail/${mail.id}/files/2`)).status).toBe(404)
})

test('the page lists the newest mails first', async () => {
  await send({ ...LETTER, subject: 'one' })
  await send({ ...LETTER, subject: 'two' })
  const { json } = await trial.get('/page/state')
  expect(json.mails.map((mail: { subject: string }) => mail.subject)).toEqual(['two', 'one'])
  expect(Object.keys(json.mails[0])).toEqual(['id', 'from', 'to', 'subject', 'at', 'files'])
})

test('reject responds with a 4xx code, and the mail is not stored', async () => {
  await trial.plan({ mail: { reject: 1 } })
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  expect(await mails()).toEqual([])
  expect((await trial.counts()).mail).toMatchObject({ reject: 1 })
  await trial.send('DELETE', '/faults')
  await send()
  expect(await mails()).toHaveLength(1)
})

test('drop_after_accept stores the mail and closes the connection without a response', async () => {
  await trial.plan({ mail: { drop_after_accept: 1 } })
  const failure = await send().catch((error) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure.responseCode).toBeUndefined()
  expect(await mails()).toHaveLength(1)
})

test('delay_ms delays the response', async () => {
  await trial.plan({ mail: { delay_ms: [150, 150] } })
  const start = performance.now()
  await send()
  expect(performance.now() - start).toBeGreaterThanOrEqual(149)
  expect((await trial.counts()).mail).toMatchObject({ delay_ms: 1 })
})

test('a mail that is too large is refused', async () => {
  const text = 'x'.repeat(6 * 1024 * 1024)
  await expect(send({ ...LETTER, text })).rejects.toThrow(/5\.3\.4|larger than/)
  expect(await mails()).toEqual([])
})

test('if the mail port is in use the sandbox does not start, and releases its other port', async () => {
  await expect(startSandbox({ port: 0, smtpPort: trial.smtpPort })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port: trial.smtpPort,
  })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await expect(startSandbox({ port, smtpPort: 0 })).rejects.toMatchObject({ port })
  await new Promise((resolve) => server.close(resolve))
})
