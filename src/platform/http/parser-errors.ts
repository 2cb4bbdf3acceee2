import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from '../errors.ts'
import { errorReply } from './error-reply.ts'
import { SERVER_METHODS } from './methods.ts'

/** An error of Node's parser about a request that it could not read to its end. */
type Unread = Error & { code?: string }

/** The request in progress on a connection. The client may already have sent the next request. */
type Call = { request: IncomingMessage; response: ServerResponse }
const calls = new WeakMap<Duplex, Call>()
const refused = new WeakSet<Duplex>()

/**
 * Refuses requests that Node's parser could not read. No route gets these requests, so the response
 * is written to the socket, with the form and headers of all other errors. The connection then
 * ends, because its remaining bytes cannot be parsed.
 */
export function refuseUnread(headers: Record<string, string>) {
  return (error: Unread, socket: Duplex): void => {
    // The parser repeats the error for each further packet, so respond only the first time.
    if (error.code === 'ECONNRESET' || refused.has(socket)) return
    refused.add(socket)
    const refuse = () => endWith(socket, readFailure(error), headers)
    const call = calls.get(socket)
    const isAbout = call?.request.complete === false
    // If a response has begun, end the connection without a second response, which the client would
    // take for the response to its next request.
    if (isAbout && call.response.headersSent) socket.destroy()
    // The error is in a later request on the connection. Its response has to wait until the earlier
    // request has its response.
    else if (call && !isAbout && !call.response.writableFinished)
      call.response.once('close', refuse)
    else refuse()
  }
}

/** Replaces Node's own behaviour: closing without a response, or a response without a body. */
export function watchConnections(server: Server, headers: Record<string, string>): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    calls.set(request.socket, { request, response })
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    endWith(socket, new AppError('method_not_allowed', { allow: SERVER_METHODS }), headers)
  })
  // 417 is an optional status (RFC 9110, 10.1.1) that would help no client, so the request is
  // treated as usual.
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
  // The socket is destroyed once the response is sent, even if the client continues to send.
  socket.end(`${first}${lines.join('')}\r\n${body}`, () => socket.destroy())
}
