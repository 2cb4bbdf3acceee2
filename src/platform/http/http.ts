import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteHandlerMethod,
} from 'fastify'
import type { RouteGenericInterface } from 'fastify/types/route.js'
import type { TSchema } from 'typebox'
import type { Work } from './load-shedder.ts'
import type { Right } from './platform.contract.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export type Access = 'public' | 'organizer' | 'admin' | 'operator' | 'gate' | 'gate or organizer'

type Handler<S extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  unknown,
  S,
  TypeBoxTypeProvider
>

/** Facts for OpenAPI that do not follow from the route's schemas and access. */
type Description = {
  /** Statuses of refusals that do not follow from fields, body and access (`refusalsOf`). */
  refuses?: readonly number[]
  /** Credentials that a public route reads if the caller sends them. */
  mayUse?: readonly Credential[]
  /** Replies that are not JSON, or whose headers are part of the API. */
  answers?: Record<number, Answer>
  /** The body of a route that reads raw bytes, by media type. */
  takes?: Record<string, TSchema>
}

type Credential = 'bearer' | 'session' | 'operator'

export type Answer = {
  types?: readonly string[]
  schema?: TSchema
  /** Headers that the reply always has, except optional ones. */
  headers?: Record<string, TSchema>
}

export type DescribedRoute = Description & {
  method: string
  url: string
  access: Access
  right?: Right
  schema?: FastifySchema
  errorsHaveMessage?: boolean
}

export type ListedRoute = {
  method: string
  url: string
  access: Access | null
  right: Right
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order of registration. */
    listedRoutes: ListedRoute[]
    describedRoutes: DescribedRoute[]
    /** True from the start of `drain` on: `/readyz` reports 503. */
    isDraining: boolean
    /** True at the end of `drain`: reads are cut off, so that nginx sends nothing more. */
    isLeaving: boolean
  }
}

export function route<const S extends FastifySchema>(
  app: App,
  options: Description & {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    url: string
    access: Access
    /**
     * The right that the caller needs over an event of another organizer. Only the memberships
     * that give this right reach the handler. Default `own`.
     */
    right?: Right
    config?: FastifyContextConfig
    schema?: S
    bodyLimit?: number
    /** True if errors repeat their text as `message`, which clients of the purchase calls read. */
    errorsHaveMessage?: boolean
    /** True for a page, which is not part of the API. */
    isPage?: boolean
    /**
     * The kind of work, for refusing requests while the shop is overloaded. `free` routes are never
     * refused: callbacks, because a provider may send them only once; gate routes; health checks;
     * and calls that only wait.
     */
    work?: Work | 'free'
    /** Changes the request before its fields are checked. */
    preValidation?: (request: { query: unknown }) => Promise<void>
    handler: Handler<S>
  },
): void {
  const { access, right, errorsHaveMessage, isPage, refuses, mayUse, answers, takes, ...others } =
    options
  // Requests for pages are not limited here, because a page from the cache costs nothing. `render`
  // limits the rendering of pages instead.
  const { work = isPage ? 'free' : undefined, ...rest } = others
  if (!isPage) app.describedRoutes.push(options as DescribedRoute)
  app.route({
    ...rest,
    config: { ...rest.config, access, right, errorsHaveMessage, work },
  } as unknown as Parameters<App['route']>[0])
}
