import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { MessageReply } from '../platform/platform.contract.ts'
import { viewerOf } from '../platform/viewer.ts'
import {
  PasswordRequest,
  SignUpReply,
  SignUpRequest,
  TokenQuery,
  TokenReply,
  TokenRequest,
  UserReply,
} from './accounts.contract.ts'
import { selectAccount } from './accounts.sql.ts'
import { changePassword } from './change-password.ts'
import { NO_EMAIL, NO_PASSWORD } from './entrance.rules.ts'
import { limitAccounts } from './limits.ts'
import type { AccountDeps } from './passwords.ts'
import { refreshSession } from './refresh-session.ts'
import { ACCESS_TOKEN_S } from './session.rules.ts'
import { sessionCookie } from './session-cookie.ts'
import { MARK_COOKIE } from './session-mark.rules.ts'
import type { OpenSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { readBearer, signBearer } from './tokens.ts'

/** The refresh token's, and the mark that pages go by. */
const COOKIES = { 'Set-Cookie': Type.String() }

/** Sign-up, sign-in, sign-out, who is signed in, and changing one's password. */
export function registerAuthRoutes(app: App, deps: AccountDeps): void {
  registerToken(app, deps)
  registerPassword(app, deps)
  route(app, {
    method: 'POST',
    url: '/api/auth/signup',
    access: 'public',
    refuses: [429],
    schema: { body: SignUpRequest, response: { 201: SignUpReply } },
    handler: async (request, reply) => {
      const user = await limitAccounts(deps, request.address, () => signUp(deps, request.body))
      return reply.code(201).send({ user })
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/logout',
    access: 'public',
    mayUse: ['bearer', 'session'],
    answers: { 200: { headers: COOKIES } },
    schema: { response: { 200: MessageReply } },
    handler: async (request, reply) => {
      const { authorization } = request.headers
      await signOut(deps, { refreshToken: readCookie(deps, request), authorization })
      clearCookies(deps, reply)
      return { message: 'You are signed out.' }
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/auth/user',
    access: 'organizer',
    schema: { response: { 200: UserReply } },
    handler: async (request, reply) => {
      const account = await selectAccount(deps.db, viewerOf(request).accountId)
      if (!account) throw new AppError('unauthorized')
      reply.header('cache-control', 'no-store')
      const { id, email, role, full_name, confirmed_at } = account
      return { id, email, role, full_name, confirmed: confirmed_at !== null }
    },
  })
}

function registerToken(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/token',
    access: 'public',
    mayUse: ['session'],
    refuses: [429],
    answers: { 200: { headers: COOKIES } },
    schema: {
      querystring: TokenQuery,
      body: TokenRequest,
      response: { 200: TokenReply },
    },
    handler: async (request, reply) => {
      const { grant_type } = request.query
      const session =
        grant_type === 'password'
          ? await enter(deps, request, request.body ?? {})
          : await goOn(deps, request, reply)
      return await answerSession(deps, reply, session)
    },
  })
}

function registerPassword(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/password',
    access: 'organizer',
    refuses: [429],
    schema: { body: PasswordRequest, response: { 200: MessageReply } },
    handler: async (request) => {
      const { authorization = '' } = request.headers
      const session = await readBearer(deps, authorization)
      const account = session && (await selectAccount(deps.db, session.accountId))
      if (!account) throw new AppError('unauthorized')
      const { old_password: oldPassword, password } = request.body
      const place = { sessionId: session.id, address: request.address }
      await changePassword(deps, { account, oldPassword, password, ...place })
      return { message: 'Your password is changed. All other devices are signed out.' }
    },
  })
}

async function enter(
  deps: AccountDeps,
  request: FastifyRequest,
  { email, password }: { email?: string; password?: string },
): Promise<OpenSession> {
  if (!email?.trim()) throw missing('email', NO_EMAIL)
  if (!password) throw missing('password', NO_PASSWORD)
  const oldToken = readCookie(deps, request)
  return await signIn(deps, { email, password, address: request.address, oldToken })
}

function missing(field: string, text: string): AppError {
  return new AppError('invalid_field', { text, details: { field } })
}

async function goOn(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenSession> {
  const token = readCookie(deps, request)
  const session = token ? await refreshSession(deps, token) : null
  if (session) return session
  clearCookies(deps, reply)
  throw new AppError('unauthorized')
}

async function answerSession(
  deps: AccountDeps,
  reply: FastifyReply,
  session: OpenSession,
): Promise<TokenReply> {
  const account = await selectAccount(deps.db, session.accountId)
  if (!account) throw new AppError('unauthorized')
  const { secure, name } = sessionCookie(deps)
  const shared = { path: '/', secure, expires: session.expiresAt } as const
  reply.setCookie(name, session.refreshToken, { ...shared, httpOnly: true, sameSite: 'strict' })
  reply.setCookie(MARK_COOKIE, String(Date.now()), { ...shared, sameSite: 'lax' })
  reply.header('cache-control', 'no-store')
  const { id, email, role } = account
  return {
    access_token: await signBearer(deps, session),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
    user: { id, email, role },
  }
}

function readCookie(deps: AccountDeps, request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie(deps).name]
}

function clearCookies(deps: AccountDeps, reply: FastifyReply): void {
  const { secure, name } = sessionCookie(deps)
  reply.clearCookie(name, { path: '/', secure, httpOnly: true, sameSite: 'strict' })
  reply.clearCookie(MARK_COOKIE, { path: '/', secure, sameSite: 'lax' })
}
