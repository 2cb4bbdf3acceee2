import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from '../errors.ts'
import { errorReply } from './error-reply.ts'
import { SERVER_METHODS } from './methods.ts'

/** What Node's parser says of a request that it could not read to its end. */
type Unread = Error & { code?: string }

/** The call that is being answered on a connection; another may have come behind it already. */
type Call = { request: IncomingMessage; response: ServerResponse }
const calls = new WeakMap<Duplex, Call>()
const refused = new WeakSet<Duplex>()

/**
 * No route ever sees these requests, so their answer is written by hand, in the form and with the
 * headers of all others. Whatever follows on the connection cannot be told apart: it ends.
 */
export function refuseUnread(headers: Record<string, string>) {
  return (error: Unread, socket: Duplex): void => {
    // The parser complains once more of each packet that follows.
    if (error.code === 'ECONNRESET' || refused.has(socket)) return
    refused.add(socket)
    const refuse = () => endWith(socket, readFailure(error), headers)
    const call = calls.get(socket)
    const isAbout = call?.request.complete === false
    // Two answers to one request would be taken for those to two.
    if (isAbout && call.response.headersSent) socket.destroy()
    // What came behind a request that is whole waits for its own turn.
    else if (call && !isAbout && !call.response.writableFinished)
      call.response.once('close', refuse)
    else refuse()
  }
}

/** What Node would do by itself: close without a word, or answer without a body. */
export function watchConnections(server: Server, headers: Record<string, string>): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    calls.set(request.socket, { request, response })
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    endWith(socket, new AppError('method_not_allowed', { allow: SERVER_METHODS }), headers)
  })
  // 417 is allowed and not asked for (RFC 9110, 10.1.1): nobody is helped by it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function readFailure({ code }: Unread): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('headers_too_large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout')
    default:
      return new AppError('bad_request')
  }
}

function endWith(socket: Duplex, failure: AppError, headers: Record<string, string>): void {
  if (!socket.writable) return
  const answer = errorReply(failure)
  const body = JSON.stringify(answer.body)
  const lines = Object.entries({
    ...headers,
    ...answer.headers,
    date: new Date().toUTCString(),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const first = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n`
  // Not destroyed before it is sent; and not kept open, whatever the client sends still.
  socket.end(`${first}${lines.join('')}\r\n${body}`, () => socket.destroy())
}
