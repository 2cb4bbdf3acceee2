import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Sandbox } from './context.ts'
import { mailId } from './ids.ts'

export interface MailServer {
  port: number
  close: () => Promise<void>
}

const MAX_BYTES = 5 * 1024 * 1024
const LOOPBACK = '127.0.0.1'

class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw new Refusal(552, '5.3.4 Message too big')
  return Buffer.concat(chunks)
}

function mailbox(given: { name?: string; address?: string } | undefined): string {
  if (!given?.address) return ''
  return given.name ? `${given.name} <${given.address}>` : given.address
}

/** The attachment's original content. The mail parser changes line ends in texts. */
function contentOf(type: string, parsed: ArrayBuffer): Buffer {
  const bytes = Buffer.from(parsed)
  return type.startsWith('text/') ? Buffer.from(bytes.toString().replace(/\r?\n/g, '\r\n')) : bytes
}

/**
 * Stores the mail once for each recipient on the envelope, so that recipients do not see each
 * other's addresses.
 */
async function store(sandbox: Sandbox, raw: Buffer, session: SMTPServerSession): Promise<void> {
  const mail = await PostalMime.parse(raw)
  const files = mail.attachments.map(({ filename, mimeType, contentId, content }, at) => ({
    name: filename ?? `file-${at + 1}`,
    type: mimeType,
    content_id: contentId?.replace(/^<|>$/g, '') ?? null,
    content: contentOf(mimeType, content as ArrayBuffer).toString('base64'),
  }))
  const at = new Date().toISOString()
  for (const { address } of session.envelope.rcptTo) {
    sandbox.state.record({
      type: 'mail',
      mail: {
        id: mailId(),
        from: mailbox(mail.from) || (session.envelope.mailFrom || { address: '' }).address,
        to: address,
        reply_to: mail.replyTo?.[0]?.address ?? null,
        subject: mail.subject ?? '',
        text: (mail.text ?? '').replace(/\n$/, ''),
        html: mail.html ?? null,
        files,
        message_id: mail.messageId ?? null,
        at,
      },
    })
  }
}

/** Accepts and stores any mail for any address. Accepts connections from this machine only. */
export async function startMailServer(sandbox: Sandbox, port: number): Promise<MailServer> {
  const { faults, waits } = sandbox
  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    // Draw every kind of fault for every mail, even if an earlier kind already applies, so that the
    // n-th draw always belongs to the n-th mail.
    const reject = faults.chance('mail', 'reject')
    const drop = faults.chance('mail', 'drop_after_accept')
    const delayMs = faults.delay('mail')
    const raw = await readAll(stream)
    if (delayMs > 0) {
      faults.count('mail', 'delay_ms')
      await waits.sleep(delayMs)
    }
    if (reject) {
      faults.count('mail', 'reject')
      throw new Refusal(451, '4.3.2 Try again later')
    }
    await store(sandbox, raw, session)
    if (!drop) return
    faults.count('mail', 'drop_after_accept')
    dropLine(session)
  }
  const server = new SMTPServer({
    banner: 'Lango sandbox',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    closeTimeout: 100,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, callback) => {
      take(stream, session).then(
        () => callback(null, 'OK kept'),
        (error: Error) => callback(error),
      )
    },
  })
  const dropLine = (session: SMTPServerSession) => {
    for (const connection of server.connections) {
      if (connection.session.id === session.id) connection._socket?.destroy()
    }
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
  })
  // Errors are ignored: a client that closes its connection early is no fault of this server.
  server.on('error', () => {})
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
