import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorText } from '../errors.ts'
import { zeroByteError } from './error-reply.ts'
import { replyWithMethods, SERVER_METHODS } from './methods.ts'
import { isPrivate, readHost, readNetworkAddress } from './network-address.ts'
import { isPath } from './request-path.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address in the form in which limits count it (see readNetworkAddress). */
    address: string
  }
}

/** Refuses requests that Node's parser accepts although HTTP forbids them (RFC 9112, 3.2). */
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

/** Closes the connection too: the next requests on it may be meant for another server. */
function closingError(reply: FastifyReply, text: ErrorText): AppError {
  reply.header('connection', 'close')
  return new AppError('bad_request', { text })
}

/** Sets `address` before limits are counted. Throws if a faulty proxy sends no IP address. */
export async function readAddress(request: FastifyRequest): Promise<void> {
  const address = readNetworkAddress(String(request.ip))
  if (address === null) {
    throw new AppError('bad_request', { text: 'X-Forwarded-For must end in an IP address.' })
  }
  request.address = address
}

const HIDDEN =
  'all visitors count as one: the proxy must add X-Forwarded-For, and TRUST_PROXY must be yes, or list all proxies'

/**
 * Logs once if a request for the public host comes from this machine or a private network: a proxy
 * left out the visitor's address, or TRUST_PROXY is 'no' or names too few proxies.
 */
export function warnOfHiddenVisitors(publicOrigin: string) {
  const { host, hostname } = new URL(publicOrigin)
  let isDone = isOwnHost(hostname)
  return async ({ address, headers, log }: FastifyRequest): Promise<void> => {
    if (isDone || !isPrivate(address) || readHost(headers.host) !== host) return
    isDone = true
    log.warn({ host }, HIDDEN)
  }
}

/**
 * Whether only this machine or its network can use the name, as in a sandbox without a public name.
 */
function isOwnHost(hostname: string): boolean {
  const address = readNetworkAddress(hostname)
  return hostname === 'localhost' || (address !== null && isPrivate(address))
}

/** Refuses zero bytes on routes with a schema. Callbacks and pages read fields themselves. */
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
