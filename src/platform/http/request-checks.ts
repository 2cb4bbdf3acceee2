import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorText } from '../errors.ts'
import { zeroByteError } from './error-reply.ts'
import { replyWithMethods, SERVER_METHODS } from './methods.ts'
import { readNetworkAddress } from './network-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address as limits count it: see readNetworkAddress. */
    address: string
  }
}

const WHOLE = /^https?:\/\/[^/?#]+/i

/**
 * The path of a request (RFC 9112, 3.2). A proxy may send a whole address; the host in it is
 * ignored. Any other target that does not begin with a slash is returned unchanged, and `isPath`
 * refuses it: the router would read any first letter as the slash.
 */
export function readTarget({ url = '' }: { url?: string | undefined }): string {
  const rest = url.replace(WHOLE, '')
  const path = rest === url || rest.startsWith('/') ? rest : `/${rest}`
  return isPath(path) ? readable(path) : path
}

export const isPath = (target: string): boolean => target.startsWith('/')

/**
 * Escapes the '%' of an address with an invalid escape, such as /category/100%, so that its route
 * decides.
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

/** Refuses what Node's parser accepts and HTTP does not (RFC 9112, 3.2). */
export async function refuseMisaddressed(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { raw, method, url } = request
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
    throw closingError(reply, { en: 'Send one Host header.', sw: 'Tuma kichwa kimoja cha Host.' })
  }
  if (method === 'OPTIONS' && url === '*') await replyWithMethods(reply, SERVER_METHODS)
  else if (!isPath(url)) {
    throw closingError(reply, {
      en: 'Ask for a path, which begins with a slash.',
      sw: 'Omba njia inayoanza na mkwaju (/).',
    })
  }
}

/** Closes the connection: the next requests on it may be meant for another server, too. */
function closingError(reply: FastifyReply, text: ErrorText): AppError {
  reply.header('connection', 'close')
  return new AppError('bad_request', { text })
}

/** Runs before anything is counted. A proxy that sends no IP address is misconfigured. */
export async function readAddress(request: FastifyRequest): Promise<void> {
  const address = readNetworkAddress(String(request.ip))
  if (address === null) {
    throw new AppError('bad_request', { text: 'X-Forwarded-For must end in an IP address.' })
  }
  request.address = address
}

/** Checks routes with a schema; callbacks and pages read their fields raw. */
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
