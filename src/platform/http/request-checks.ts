import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { zeroByteError } from './error-reply.ts'
import { SERVER_METHODS, tellMethods } from './methods.ts'
import { readNetworkAddress } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who limits count: see readNetworkAddress. */
    address: string
  }
}

const WHOLE = /^https?:\/\/[^/?#]+/i

/**
 * The path that a request asks for (RFC 9112, 3.2). A proxy may send a whole address; what it names
 * before the path is not ours to judge. All else that does not begin with a slash is left as it is,
 * for isPath to refuse: the router would take any first letter for the slash.
 */
export function readTarget({ url = '' }: { url?: string | undefined }): string {
  const rest = url.replace(WHOLE, '')
  const path = rest === url || rest.startsWith('/') ? rest : `/${rest}`
  return isPath(path) ? readable(path) : path
}

export const isPath = (target: string): boolean => target.startsWith('/')

/**
 * An address with an escape that is none, such as /category/100%, is looked up as it is written:
 * its signs stand for themselves, and whoever would answer for it does.
 */
function readable(path: string): string {
  const end = path.search(/[?#]|$/)
  try {
    decodeURIComponent(path.slice(0, end))
    return path
  } catch {
    return path.slice(0, end).replaceAll('%', '%25') + path.slice(end)
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
