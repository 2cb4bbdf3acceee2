import { createServer, type Server, type Socket } from 'node:net'
import PostalMime from 'postal-mime'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { startTrial, type Trial } from '../../../sandbox/trial.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { readEnv } from '../../env.ts'
import { inTransaction, openDatabase } from '../../platform/database/db.ts'
import { codeName, posterImage } from '../email.rules.ts'
import { type Email, makeMailer } from './send-email.ts'

const EMAIL: Email = {
  id: '0190-1',
  from: 'Lango <tickets@lango.example>',
  to: 'asha@example.com',
  replyTo: null,
  subject: 'Your tickets',
  text: 'Karibu\n.\nend',
  html: '<p>Karibu</p>',
  calendar: null,
  codes: [],
  unsubscribeUrl: null,
}

/** The text that a scanner reads from a picture. */
async function readPicture(png: ArrayBuffer): Promise<string> {
  const raw = sharp(Buffer.from(png)).toColourspace('srgb').removeAlpha().raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const { width, height } = info
  expect(width * height * 3).toBe(data.length)
  return decodeQR({ width, height, data: new Uint8Array(data) })
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const POSTER = Buffer.from('a picture')
const storage = {
  getObject: async (key: string) => (key === 'images/derby-0a-tall-800.jpg' ? POSTER : null),
}
const mailerAt = (url: string) => makeMailer(readEnv({ SMTP_URL: url }).mail, storage)

type Script = Partial<
  Record<'greet' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'QUIT', string | 'hang up'>
>

/** A mail server with a scripted response to each step. Stores the mails that it receives. */
async function scriptedServer(script: Script = {}) {
  const heard: string[] = []
  const bodies: string[] = []
  const answer = (socket: Socket, step: keyof Script, usual: string) => {
    const line = script[step] ?? usual
    if (line === 'hang up') socket.destroy()
    else socket.write(`${line}\r\n`)
  }
  const converse = (socket: Socket) => {
    let text = ''
    let inBody = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      for (;;) {
        const end = inBody ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(end)
        if (at < 0) return
        const part = text.slice(0, at)
        text = text.slice(at + end.length)
        if (inBody) {
          inBody = false
          bodies.push(part)
          answer(socket, 'body', '250 2.0.0 OK queued as 7')
          continue
        }
        heard.push(part)
        const verb = part.slice(0, 4).toUpperCase() as keyof Script
        if (verb === 'DATA') inBody = (script.DATA ?? '354').startsWith('354')
        answer(socket, verb, verb === 'DATA' ? '354 Go on' : verb === 'QUIT' ? '221 Bye' : '250 OK')
      }
    })
    answer(socket, 'greet', '220 scripted')
  }
  const server: Server = createServer(converse)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as { port: number }
  return {
    heard,
    bodies,
    send: (email = EMAIL) => mailerAt(`smtp://127.0.0.1:${port}`).send(email),
  }
}

async function sandbox(): Promise<Trial & { mails: () => Promise<Record<string, unknown>[]> }> {
  const trial = await startTrial()
  closing.push(() => trial.close())
  return { ...trial, mails: async () => (await trial.get('/mail')).json }
}

describe('an email', () => {
  test('arrives in the sandbox as it was written', async () => {
    const trial = await sandbox()
    const mailer = mailerAt(`smtp://127.0.0.1:${trial.smtpPort}`)
    const subject = 'Derby: Ūhuru – “2 × VIP”'
    const answer = await mailer.send({ ...EMAIL, subject, replyTo: 'juma@example.com' })
    expect(answer).toEqual({ kind: 'accepted', response: '250 OK kept' })
    expect(await trial.mails()).toEqual([
      expect.objectContaining({
        from: 'Lango <tickets@lango.example>',
        to: 'asha@example.com',
        reply_to: 'juma@example.com',
        subject,
        text: 'Karibu\n.\nend',
        html: expect.stringContaining('<p>Karibu</p>'),
        message_id: '<0190-1@lango.example>',
      }),
    ])
  })

  // spec: email-carries-ticket
  test('contains the QR codes under the names in its HTML, and a calendar entry', async () => {
    const server = await scriptedServer()
    const codes = ['https://lango.example/t/0123456789ABCDEF', 'https://lango.example/t/2']
    const html = codes.map((code) => `<img src="cid:${codeName(code)}">`).join('')
    const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
    await server.send({ ...EMAIL, codes, html, calendar })
    const { attachments } = await PostalMime.parse(server.bodies[0]!)
    const [first, second, entry, ...others] = attachments
    expect(others).toEqual([])
    for (const [at, picture] of [first!, second!].entries()) {
      expect(picture).toMatchObject({
        mimeType: 'image/png',
        disposition: 'inline',
        related: true,
        contentId: `<${codeName(codes[at]!)}>`,
      })
      expect(await readPicture(picture.content as ArrayBuffer)).toBe(codes[at])
    }
    expect(entry).toMatchObject({ mimeType: 'text/calendar', filename: 'event.ics' })
    // Checks the raw email, because the parser above normalises line breaks.
    expect(server.bodies[0]).toContain(Buffer.from(calendar).toString('base64'))
  })

  // spec: emails-poster-changed
  test('carries the poster that its HTML shows, or shows none if the poster cannot be read', async () => {
    const server = await scriptedServer()
    await server.send({ ...EMAIL, html: `${posterImage('derby-0a-tall')}<p>Karibu</p>` })
    await server.send({ ...EMAIL, html: `${posterImage('gone-0b')}<p>Karibu</p>` })
    const [shown, bare] = await Promise.all(server.bodies.map((body) => PostalMime.parse(body)))
    expect(shown!.html).toContain('<img src="cid:derby-0a-tall@poster"')
    expect(shown!.attachments).toHaveLength(1)
    expect(shown!.attachments[0]).toMatchObject({
      mimeType: 'image/jpeg',
      disposition: 'inline',
      contentId: '<derby-0a-tall@poster>',
    })
    expect(Buffer.from(shown!.attachments[0]!.content as ArrayBuffer)).toEqual(POSTER)
    expect(bare!.html!.trim()).toBe('<p>Karibu</p>')
    expect(bare!.attachments).toEqual([])
  })

  test('is sent after a login if the SMTP address has a user and a password', async () => {
    const trial = await sandbox()
    const mailer = mailerAt(`smtp://lan%40go:p%2Fw@127.0.0.1:${trial.smtpPort}`)
    expect(await mailer.send(EMAIL)).toMatchObject({ kind: 'accepted' })
  })

  test('has an unsubscribe header only if it has an unsubscribe address', async () => {
    const server = await scriptedServer()
    await server.send()
    await server.send({ ...EMAIL, unsubscribeUrl: 'https://lango.example/newsletter/u/1' })
    const [plain, listed] = await Promise.all(server.bodies.map((body) => PostalMime.parse(body)))
    const header = (mail: typeof plain, key: string) =>
      mail?.headers.find((entry) => entry.key === key)?.value
    expect(header(plain, 'list-unsubscribe')).toBeUndefined()
    expect(header(listed, 'list-unsubscribe')).toBe('<https://lango.example/newsletter/u/1>')
    expect(header(listed, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  test("gets no header and no second recipient from visitors' input", async () => {
    const server = await scriptedServer()
    const answer = await server.send({
      ...EMAIL,
      subject: 'Hi\r\nBcc: victim@example.com\r\n\r\nbody',
      replyTo: 'a@example.com\r\nCc: victim@example.com',
    })
    expect(answer.kind).toBe('accepted')
    expect(server.heard.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<asha@example.com>',
    ])
    const mail = await PostalMime.parse(server.bodies[0]!)
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.headers.map(({ key }) => key)).not.toContain('cc')
  })
})

describe('the mail server’s response', () => {
  test.each<[string, Script, object]>([
    ['no such user', { RCPT: '550 5.1.1 No such user' }, { kind: 'refused' }],
    ['a full box', { RCPT: '452 4.2.2 Full' }, { kind: 'later', alert: false }],
    ['spam', { body: '554 5.7.1 Spam' }, { kind: 'refused' }],
    ['busy after the mail', { body: '451 4.3.0 Busy' }, { kind: 'later', alert: false }],
    ['no data now', { DATA: '421 4.3.2 Closing' }, { kind: 'later', alert: false }],
    ['our sender is refused', { MAIL: '550 5.7.1 Not yours' }, { kind: 'later', alert: true }],
    ['we are blocked', { greet: '554 5.7.1 Blocked' }, { kind: 'later', alert: true }],
    ['too many connections', { greet: '421 4.7.0 Slow down' }, { kind: 'later', alert: false }],
  ])('%s is refused for good or retried', async (_problem, script, expected) => {
    const server = await scriptedServer(script)
    expect(await server.send()).toMatchObject(expected)
  })

  test('is recorded without the recipient’s address', async () => {
    const server = await scriptedServer({
      RCPT: '550 <asha@example.com>: unknown asha@example.com',
    })
    const answer = await server.send()
    expect(answer).toMatchObject({ kind: 'refused', reason: expect.stringContaining('550') })
    expect(JSON.stringify(answer)).not.toContain('asha')
  })

  test('is not needed to refuse an address that cannot stand in an SMTP command', async () => {
    const server = await scriptedServer()
    expect(await server.send({ ...EMAIL, to: 'a@b.c>\r\nRCPT TO:<d@e.f' })).toMatchObject({
      kind: 'refused',
    })
    expect(server.bodies).toEqual([])
  })
})

describe('a connection that breaks', () => {
  test('after the whole mail makes the email doubtful', async () => {
    const server = await scriptedServer({ body: 'hang up' })
    expect(await server.send()).toMatchObject({ kind: 'doubtful' })
    expect(server.bodies).toHaveLength(1)
  })

  test('after the whole mail makes the email doubtful in the sandbox, which has stored it', async () => {
    const trial = await sandbox()
    await trial.send('PUT', '/faults', { mail: { drop_after_accept: 1 } })
    const mailer = mailerAt(`smtp://127.0.0.1:${trial.smtpPort}`)
    expect(await mailer.send(EMAIL)).toMatchObject({ kind: 'doubtful' })
    expect(await trial.mails()).toHaveLength(1)
  })

  test.each<[string, Script]>([
    ['greeting', { greet: 'hang up' }],
    ['the sender', { MAIL: 'hang up' }],
    ['the recipient', { RCPT: 'hang up' }],
    ['the mail', { DATA: 'hang up' }],
  ])('before %s makes the email wait', async (_what, script) => {
    const server = await scriptedServer(script)
    expect(await server.send()).toMatchObject({ kind: 'later', alert: false })
    expect(server.bodies).toEqual([])
  })

  test('after the response changes nothing', async () => {
    const server = await scriptedServer({ QUIT: 'hang up' })
    expect(await server.send()).toEqual({ kind: 'accepted', response: '250 2.0.0 OK queued as 7' })
  })

  test('an email to a mail server that is away is retried later', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    const answer = await mailerAt(`smtp://127.0.0.1:${port}`).send(EMAIL)
    expect(answer).toMatchObject({ kind: 'later', alert: false })
  })
})

test('an email cannot be sent inside a transaction', async () => {
  const server = await scriptedServer()
  const database = await createTestDatabase()
  const db = openDatabase(database.url, 1)
  await expect(inTransaction(db, () => server.send())).rejects.toThrow('inside a database')
  expect(server.heard).toEqual([])
  await db.destroy()
  await database.close()
})
