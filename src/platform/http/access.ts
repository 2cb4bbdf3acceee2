import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { GatePhone } from './gate-phone.ts'
import { isLoopback } from './network-address.ts'
import type { Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    operatorToken: string | null
  }
}

/** Who may call a route. Leaving it out does not compile. */
export type Access = 'public' | 'organizer' | 'admin' | 'operator' | 'gate' | 'gate or organizer'

/** Who an Authorization header stands for; null if it stands for nobody (any more). */
export type Authenticate = (authorization: string) => Promise<Viewer | null>

/** The gate phone that an Authorization header stands for; throws where it was one once. */
export type AuthenticateGate = (authorization: string) => Promise<GatePhone | null>

/** A bearer on a public call must be good too: an old one answered as nobody's would mislead. */
export async function admitViewer(
  request: FastifyRequest,
  { authenticate, authenticateGate }: Authenticators,
): Promise<void> {
  const { access } = request.routeOptions.config as { access?: Access }
  const { authorization } = request.headers
  if (access === 'operator') return refuseUnlessOperator(request)
  if (access === 'gate') return await admitGatePhone(request, authenticateGate)
  if (access === 'gate or organizer') {
    request.gatePhone = (authorization && (await authenticateGate?.(authorization))) || null
    if (request.gatePhone) return
  }
  // Which is no account's.
  if (authorization && !hasOperatorToken(request)) {
    request.viewer = await authenticate(authorization)
    if (!request.viewer) throw new AppError('unauthorized')
  }
  if (request.is404) return
  refuseUnlessAdmitted(access, request.viewer)
}

export type Authenticators = {
  authenticate: Authenticate
  /** Absent where there are no gates. */
  authenticateGate?: AuthenticateGate
}

/** This credential and no other: an admin's bearer opens no gate. */
async function admitGatePhone(
  request: FastifyRequest,
  authenticateGate: AuthenticateGate | undefined,
): Promise<void> {
  const { authorization } = request.headers
  request.gatePhone = (authorization && (await authenticateGate?.(authorization))) || null
  if (!request.gatePhone) throw new AppError('unauthorized')
}

/** Every kind of access is decided here; a route of any other kind admits nobody. */
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
      // A new kind does not compile until it is decided above; a plugin's route may state none.
      access satisfies undefined
      throw new Error(`nothing says who may call a route of access ${access}`)
  }
}

/**
 * Whoever runs the shop: a program on the same machine that no proxy stands before, or one with the
 * token. What these routes tell helps an attacker to choose a moment.
 */
export function isOperator(request: FastifyRequest): boolean {
  const { headers, address } = request
  const isDirect = isLoopback(address) && !PROXY_HEADERS.some((name) => name in headers)
  return isDirect || hasOperatorToken(request)
}

function hasOperatorToken({ server, headers }: FastifyRequest): boolean {
  const { operatorToken } = server
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return operatorToken !== null && given !== undefined && isSame(given, operatorToken)
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Takes as long wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}

function refuseUnlessOperator(request: FastifyRequest): void {
  if (!isOperator(request)) throw new AppError('operator_only')
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A page of another site cannot make a visitor's browser change anything here. Browsers send
 * Origin or Sec-Fetch-Site with such requests; curl and the providers send neither and pass.
 */
export async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  if (SAFE_METHODS.has(request.method)) return
  const origin = request.headers.origin
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('forbidden_origin')
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== request.headers.host) {
    throw new AppError('forbidden_origin')
  }
}
