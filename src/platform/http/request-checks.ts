import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { zeroByteError } from './field-error.ts'
import { SERVER_METHODS, tellMethods } from './methods.ts'
import { readNetworkAddress } from './network-address.ts'
import { isPath } from './request-target.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who limits count: see readNetworkAddress. */
    address: string
  }
}

/** What Node's parser lets pass and HTTP does not (RFC 9112, 3.2). */
export async function refuseMisaddressed(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { raw, method, url } = request
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
    throw lost(reply, 'Send one Host header.')
  }
  if (method === 'OPTIONS' && url === '*') await tellMethods(reply, SERVER_METHODS)
  else if (!isPath(url)) throw lost(reply, 'Ask for a path, which begins with a slash.')
}

/** Who gets this wrong may mean another server with what follows, too. */
function lost(reply: FastifyReply, text: string): AppError {
  reply.header('connection', 'close')
  return new AppError('bad_request', { text })
}

/** Once, before anything counts. A proxy that writes no address where one belongs is set up wrong. */
export async function readAddress(request: FastifyRequest): Promise<void> {
  const address = readNetworkAddress(String(request.ip))
  if (address === null) {
    throw new AppError('bad_request', { text: 'X-Forwarded-For must end in an IP address.' })
  }
  request.address = address
}

/** Where a schema says what the fields are; callbacks and pages read theirs as they come. */
export async function refuseZeroBytes({
  body,
  query,
  routeOptions,
}: FastifyRequest): Promise<void> {
  const { schema } = routeOptions
  const fault =
    (schema?.body && zeroByteError(body)) || (schema?.querystring && zeroByteError(query))
  if (fault) throw fault
}
