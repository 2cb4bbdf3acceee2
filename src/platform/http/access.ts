import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Access } from './http.ts'
import { isOneOf } from './is-one-of.ts'
import { isLoopback, readHost } from './network-address.ts'
import type { Right } from './platform.contract.ts'
import { hasRight, withRight } from './rights.rules.ts'
import type { Sees, Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    operatorTokens: string[]
    /** True if calls from programs on this machine count as the operator's (see `isOperator`). */
    isOwnMachine: boolean
  }
}

export type Authenticators = {
  /** The account of the bearer token; null if the token is invalid or expired. */
  authenticate: (authorization: string) => Promise<Viewer | null>
  admitGatePhone?: (request: FastifyRequest) => Promise<boolean>
  /**
   * Whether the viewer may see the event or organizer that a call is about. Decided by the function
   * `sees` of the route if it has one, otherwise by the ids in the call.
   */
  sees?: (viewer: Viewer, sent: Parameters<Sees>[2], sees?: Sees) => Promise<boolean>
}

/** Checks bearer tokens on public routes too, so that clients notice when one has expired. */
export async function admitViewer(
  request: FastifyRequest,
  { authenticate, admitGatePhone }: Authenticators,
): Promise<void> {
  const { access, right = 'own' } = request.routeOptions.config as RouteConfig
  const { authorization } = request.headers
  if (access === 'operator') return refuseUnlessOperator(request)
  if (access === 'gate' || access === 'gate or organizer') {
    if (await admitGatePhone?.(request)) return
    // A route for gate phones does not accept an admin's bearer token.
    if (access === 'gate') throw new AppError('unauthorized')
  }
  if (authorization && !hasOperatorToken(request)) {
    request.viewer = await authenticate(authorization)
    if (!request.viewer) throw new AppError('unauthorized')
    const { memberships } = request.viewer
    const lacking = memberships?.filter(({ role }) => !hasRight(role, right))
    request.viewer = { ...withRight(request.viewer, right), ...(lacking && { lacking }) }
  }
  if (request.is404) return
  refuseUnlessAdmitted(access, request.viewer)
}

type RouteConfig = { access?: Access; right?: Right; sees?: Sees }

/**
 * Throws role_forbids for a call about an event that the caller sees only by a role without the
 * right of the route. Otherwise the handler would respond 404, because only memberships with the
 * right reach the handler.
 */
export async function refuseWithoutRight(
  { viewer, routeOptions, params, query, body }: FastifyRequest,
  { sees }: Authenticators,
): Promise<void> {
  const { access, sees: own } = routeOptions.config as RouteConfig
  const lacking = viewer?.lacking ?? []
  if (!viewer || lacking.length === 0 || !sees || access === 'public') return
  const fields = [params, query, body].flatMap((one) => Object.entries(one ?? {}))
  const sent = Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
  if (!(await sees({ ...viewer, memberships: lacking }, sent, own))) return
  if (!(await sees(viewer, sent, own))) throw new AppError('role_forbids')
}

/** Throws unless this access admits the viewer. An access that is not listed admits no caller. */
function refuseUnlessAdmitted(access: Access | undefined, viewer: Viewer | null): void {
  switch (access) {
    case 'public':
      return
    case 'organizer':
    case 'gate or organizer':
      if (!viewer) throw new AppError('unauthorized')
      return
    case 'admin':
      if (!viewer) throw new AppError('unauthorized')
      if (viewer.role !== 'admin') throw new AppError('forbidden')
      return
    case 'operator':
    case 'gate':
      throw new Error('neither an operator nor a gate phone is a viewer')
    default:
      // If a new kind of access is not handled above, this line does not compile. Routes that
      // plugins add may have no kind.
      access satisfies undefined
      throw new Error(`nothing says who may call a route of access ${access}`)
  }
}

/**
 * True for the operator: a caller with the operator's token or, in the sandbox, a program on this
 * machine that calls without a proxy. In production such programs are not admitted, because a
 * visitor behind a proxy that adds no header would look like a program on this machine. The figures
 * of the operator's routes would help an attacker to choose the time of an attack.
 */
export function isOperator(request: FastifyRequest): boolean {
  const { headers, address, server } = request
  const isDirect = isLoopback(address) && !PROXY_HEADERS.some((name) => name in headers)
  return (server.isOwnMachine && isDirect) || hasOperatorToken(request)
}

function hasOperatorToken({ server, headers }: FastifyRequest): boolean {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return token !== undefined && isOneOf(token, server.operatorTokens)
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

function refuseUnlessOperator(request: FastifyRequest): void {
  if (!isOperator(request)) throw new AppError('operator_only')
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes that a page of another site makes in a visitor's browser. Browsers send Origin or
 * Sec-Fetch-Site with such requests. Requests without both headers, as from curl and the providers,
 * pass.
 */
export async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  if (SAFE_METHODS.has(request.method)) return
  const origin = request.headers.origin
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('forbidden_origin')
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== readHost(request.headers.host)) {
    throw new AppError('forbidden_origin')
  }
}
