import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { assertOutsideTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isEmailAddress } from '../../platform/values/email-address.rules.ts'
import { codeName, posterOf, withoutPoster } from '../email.rules.ts'
import { drawCode } from './draw-code.ts'

export type Email = {
  /** The id from which the Message-ID is made, so that the receiver recognises a second copy. */
  id: string
  from: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string | null
  calendar: string | null
  /** The texts of QR codes. Each QR code is attached under the `codeName` of its text. */
  codes: readonly string[]
  unsubscribeUrl: string | null
}

export type EmailResult =
  | { kind: 'accepted'; response: string }
  /** The mail server will never accept an email to this address. */
  | { kind: 'refused'; reason: string }
  /** Not accepted now. `alert` is true if an operator must act on our account. */
  | { kind: 'later'; reason: string; alert: boolean }
  /** The connection broke after the whole mail was sent: the server may have accepted it. */
  | { kind: 'doubtful'; reason: string }

export type Mailer = { send(email: Email): Promise<EmailResult> }

type Posters = { getObject(key: string): Promise<Buffer | null> }

/**
 * Makes a mailer. The mailer attaches posters from `storage`, because an email loads nothing from
 * a server. It keeps the last poster in memory, because a cancellation sends thousands of emails
 * with the same poster.
 */
export function makeMailer(settings: Deps['env']['mail'], storage: Posters): Mailer {
  let last: { file: string; content: Buffer } | null = null
  const getObject = async (file: string) => {
    if (last?.file === file) return last.content
    const content = await storage.getObject(file)
    if (content) last = { file, content }
    return content
  }
  return {
    send: async (email) => sendEmail(settings, email, await readPoster({ getObject }, email)),
  }
}

type Poster = { cid: string; content: Buffer }

/** The email's poster. Null if the email has no poster, or if the poster cannot be read now. */
async function readPoster(storage: Posters, { html }: Email): Promise<Poster | null> {
  const poster = posterOf(html ?? '')
  const content = poster && (await storage.getObject(poster.file).catch(() => null))
  return content && { cid: `${poster.imageKey}@poster`, content }
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

type Failure = Error & { code?: string; command?: string; responseCode?: number }

async function sendEmail(
  settings: Deps['env']['mail'],
  email: Email,
  poster: Poster | null,
): Promise<EmailResult> {
  assertOutsideTransaction('Sending an email')
  // Refuses an address that nodemailer would parse as another address.
  if (!isEmailAddress(email.to)) return { kind: 'refused', reason: 'not an address' }
  const mail = new MailComposer({
    ...mailOptions(poster ? email : { ...email, html: email.html && withoutPoster(email.html) }),
    attachments: await attachmentsOf(email, poster),
  }).compile()
  const bytes = await mail.build()
  // Nodemailer reads this stream only once the server is ready for the text, and sends the final
  // dot after the end of the stream. While `isGone` is false, the email cannot have been accepted.
  const source = Readable.from([bytes])
  let isGone = false
  source.once('end', () => {
    isGone = true
  })
  const connection = new SMTPConnection(connectionOptions(settings.smtpUrl))
  try {
    const response = await new Promise<string>((resolve, reject) => {
      // Never remove this listener: without a listener, an error after the response would end the
      // process.
      connection.on('error', reject)
      connection.on('end', () => reject(new Error('the connection was closed')))
      converse(connection, settings.smtpUrl, {
        send: (done) => connection.send(mail.getEnvelope(), source, done),
        resolve,
        reject,
      })
    })
    connection.quit()
    return { kind: 'accepted', response: response.slice(0, 200) }
  } catch (error) {
    connection.close()
    return readFailure(error as Failure, isGone)
  }
}

/** Connects and signs in without sending anything. Returns null, or why the server refused. */
export async function checkMailServer(settings: Deps['env']['mail']): Promise<string | null> {
  const connection = new SMTPConnection(connectionOptions(settings.smtpUrl))
  try {
    await new Promise<string>((resolve, reject) => {
      connection.on('error', reject)
      connection.on('end', () => reject(new Error('the connection was closed')))
      converse(connection, settings.smtpUrl, { send: (done) => done(null), resolve, reject })
    })
    connection.quit()
    return null
  } catch (error) {
    connection.close()
    const { message, code, responseCode } = error as Failure
    return [code, responseCode ?? message].filter(Boolean).join(' ')
  }
}

type Conversation = {
  send: (done: (error: Error | null | undefined, info?: { response?: string }) => void) => void
  resolve: (response: string) => void
  reject: (error: Error) => void
}

function converse(
  connection: InstanceType<typeof SMTPConnection>,
  smtpUrl: string,
  { send, resolve, reject }: Conversation,
): void {
  const { username, password } = new URL(smtpUrl)
  const deliver = () =>
    send((error, info) => (error ? reject(error) : resolve(String(info?.response ?? ''))))
  connection.connect((error) => {
    if (error) return reject(error)
    if (!username) return deliver()
    const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    connection.login({ credentials }, (refusal) => (refusal ? reject(refusal) : deliver()))
  })
}

function mailOptions(email: Email) {
  const domain = /@([^\s>]+)>?\s*$/.exec(email.from)?.[1] ?? 'localhost'
  const { unsubscribeUrl } = email
  return {
    from: email.from,
    to: [{ name: '', address: email.to }],
    ...(email.replyTo ? { replyTo: [{ name: '', address: email.replyTo }] } : {}),
    subject: email.subject,
    text: email.text,
    ...(email.html ? { html: email.html } : {}),
    messageId: `<${email.id}@${domain}>`,
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

async function attachmentsOf({ codes, calendar }: Email, poster: Poster | null) {
  const pictures = codes.map(async (text, at) => ({
    filename: `code-${at + 1}.png`,
    content: await drawCode(text),
    cid: codeName(text),
    contentDisposition: 'inline' as const,
  }))
  const entry = {
    filename: 'event.ics',
    content: calendar ?? '',
    contentType: 'text/calendar; charset=utf-8',
    // RFC 5545 requires CRLF. Mail servers may change the line breaks of an attachment that is sent
    // as text.
    contentTransferEncoding: 'base64' as const,
  }
  const head = poster && {
    ...poster,
    filename: 'poster.jpg',
    contentDisposition: 'inline' as const,
  }
  return [...(head ? [head] : []), ...(await Promise.all(pictures)), ...(calendar ? [entry] : [])]
}

function connectionOptions(smtpUrl: string) {
  const { protocol, hostname, port, username } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is never sent unencrypted, except within this machine.
    requireTLS: !secure && username !== '' && !/^(localhost|127\.|::1$)/.test(host),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  }
}

/**
 * The result for an SMTP error or a broken connection. `isGone` is true if the whole email had
 * been sent by then.
 */
function readFailure(error: Failure, isGone: boolean): EmailResult {
  const { responseCode: code, command = '' } = error
  // Removes addresses: servers often repeat the recipient's, and the reason is logged.
  const reason = error.message
    .replace(/<?[^\s<>]+@[^\s<>]+>?/g, '<…>')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
  if (!code) {
    if (isGone) return { kind: 'doubtful', reason }
    return { kind: 'later', reason, alert: error.code === 'EAUTH' || error.code === 'ETLS' }
  }
  const isAboutMail = isGone || command === 'RCPT TO' || command === 'DATA'
  if (code >= 500 && isAboutMail) return { kind: 'refused', reason }
  // A 5xx response to the greeting, login or sender address is about Lango, not the recipient.
  return { kind: 'later', reason, alert: code >= 500 }
}
