import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** All methods that any route accepts, in the order of the header Allow. */
export const SERVER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

type FindMethods = (path: string) => readonly string[] | Promise<readonly string[]>

declare module 'fastify' {
  interface FastifyInstance {
    methodsOfRoutes: FindMethods
    /** The methods of a path that the catch-all route serves. Set by this route. */
    methodsOfRest: FindMethods
  }
}

export const REST = '/*'

export function findMethodsOfRoutes(app: FastifyInstance): void {
  const known: { pattern: RegExp; method: string }[] = []
  app.decorate('methodsOfRoutes', (path: string) =>
    known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
  )
  app.decorate('methodsOfRest', () => [])
  app.addHook('onRoute', ({ method, url }) => {
    if (url === REST) return
    const pattern = readPattern(url)
    known.push(...[method].flat().map((one) => ({ pattern, method: one })))
  })
}

/** Matches like the router: ':name' up to the next slash, '*' the rest. */
function readPattern(url: string): RegExp {
  const source = url
    .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*')
  return new RegExp(`^${source}/?$`, 's')
}

function inOrder(found: readonly string[]): string[] {
  if (found.length === 0) return []
  return SERVER_METHODS.filter((method) => method === 'OPTIONS' || found.includes(method))
}

/** The path without its escapes; an escaped slash stays escaped, as in the router. */
export const pathOf = (url: string): string => decodeURI(url.slice(0, url.search(/[?#]|$/)))

async function methodsAt(app: FastifyInstance, url: string): Promise<string[]> {
  const path = pathOf(url)
  return inOrder([...(await app.methodsOfRoutes(path)), ...(await app.methodsOfRest(path))])
}

/** Throws method_not_allowed if the path belongs to a route with another method. */
export async function refuseOtherMethod({ server, url, method }: FastifyRequest): Promise<void> {
  const path = pathOf(url)
  // A path may accept several methods: mail programs POST to an address that people open as a page.
  if ((await server.methodsOfRest(path)).includes(method)) return
  const allow = inOrder(await server.methodsOfRoutes(path))
  if (allow.length > 0 && !allow.includes(method)) {
    throw new AppError('method_not_allowed', { allow })
  }
}

/** 405 if another method would be accepted, 404 if not. */
export async function refuseUnrouted(request: FastifyRequest): Promise<never> {
  const allow = await methodsAt(request.server, request.url)
  // If the method is allowed, the route exists, but the object that the path names does not.
  if (allow.length === 0 || allow.includes(request.method)) throw new AppError('not_found')
  throw new AppError('method_not_allowed', { allow })
}

export async function replyUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.is404) return
  if (request.method !== 'OPTIONS') return await refuseUnrouted(request)
  const allow = await methodsAt(request.server, request.url)
  if (allow.length === 0) throw new AppError('not_found')
  await replyWithMethods(reply, allow)
}

export const replyWithMethods = (reply: FastifyReply, allow: readonly string[]) =>
  reply.code(204).header('allow', allow.join(', ')).send()
