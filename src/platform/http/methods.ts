import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** In the order in which Allow tells them: of a server as a whole, those of all its routes. */
export const SERVER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/** Tells the methods that are answered at a path; none if nothing is there. */
export type FindMethods = (path: string) => readonly string[] | Promise<readonly string[]>

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the routes that have an address of their own. */
    methodsOfRoutes: FindMethods
    /** Of whatever the route behind all others answers, which sets this. */
    methodsOfRest: FindMethods
  }
}

/** The route that takes every address that no other has. */
export const REST = '/*'

/** Knows every route that is added from now on. */
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

/** As the router reads them: ':name' is all up to the next slash, '*' all that is left. */
function readPattern(url: string): RegExp {
  const source = url
    .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*')
  return new RegExp(`^${source}/?$`, 's')
}

/** As Allow tells them. */
function inOrder(found: readonly string[]): string[] {
  if (found.length === 0) return []
  return SERVER_METHODS.filter((method) => method === 'OPTIONS' || found.includes(method))
}

/** The path without its escapes; an escaped slash stays one, as it does for the router. */
export const pathOf = (url: string): string => decodeURI(url.slice(0, url.search(/[?#]|$/)))

async function methodsAt(app: FastifyInstance, url: string): Promise<string[]> {
  const path = pathOf(url)
  return inOrder([...(await app.methodsOfRoutes(path)), ...(await app.methodsOfRest(path))])
}

/** For the route behind all others: what it is asked for may be another one's, by another method. */
export async function refuseOtherMethod({ server, url, method }: FastifyRequest): Promise<void> {
  const path = pathOf(url)
  // Both may answer one path: mail programs post where people open a page.
  if ((await server.methodsOfRest(path)).includes(method)) return
  const allow = inOrder(await server.methodsOfRoutes(path))
  if (allow.length > 0 && !allow.includes(method)) {
    throw new AppError('method_not_allowed', { allow })
  }
}

/** For a request that nothing answers: 405 where another method would be, 404 where none is. */
export async function refuseUnrouted(request: FastifyRequest): Promise<never> {
  const allow = await methodsAt(request.server, request.url)
  // One that is answered there had no luck with what it asked for.
  if (allow.length === 0 || allow.includes(request.method)) throw new AppError('not_found')
  throw new AppError('method_not_allowed', { allow })
}

/** Before anybody reads the body of a request that nothing answers. */
export async function answerUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.is404) return
  if (request.method !== 'OPTIONS') return await refuseUnrouted(request)
  const allow = await methodsAt(request.server, request.url)
  if (allow.length === 0) throw new AppError('not_found')
  await tellMethods(reply, allow)
}

export const tellMethods = (reply: FastifyReply, allow: readonly string[]) =>
  reply.code(204).header('allow', allow.join(', ')).send()
