import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import { MessageReply } from '../../platform/http/platform.contract.ts'
import {
  CodeRequest,
  FactorReply,
  FactorRequest,
  FactorState,
  RecoveryCodesReply,
  SetupReply,
  SetupRequest,
} from '../accounts.contract.ts'
import { selectAccount } from '../accounts.sql.ts'
import { COOKIES, callerOf, replyWithSignIn } from '../cookies.ts'
import type { AccountDeps } from '../passwords.ts'
import type { OwnEvents } from '../sessions.ts'
import { readBearer } from '../tokens.ts'
import { answerChallenge } from './answer-challenge.ts'
import { readFactor, renewRecoveryCodes, startSetup, switchOff } from './factors.ts'

/** Registers the routes for the second step of a sign-in and for the account's second factor. */
export function registerFactorRoutes(app: App, deps: AccountDeps & OwnEvents): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/second_factor',
    access: 'public',
    refuses: [410, 429],
    answers: { 200: { headers: COOKIES } },
    schema: { body: FactorRequest, response: { 200: FactorReply } },
    handler: async (request, reply) => {
      const { challenge_id: challengeId, code } = request.body
      const caller = callerOf(deps, request)
      const { recoveryCodes, ...session } = await answerChallenge(deps, {
        challengeId,
        code,
        caller,
      })
      const body = await replyWithSignIn(deps, reply, session)
      return { ...body, ...(recoveryCodes && { recovery_codes: recoveryCodes }) }
    },
  })
  registerOwn(app, deps)
}

function registerOwn(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/auth/second_factor',
    access: 'organizer',
    schema: { response: { 200: FactorState } },
    handler: async (request) => await readFactor(deps, (await signedBy(deps, request)).account),
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/second_factor/setup',
    access: 'organizer',
    refuses: [429],
    schema: { body: SetupRequest, response: { 200: SetupReply } },
    handler: async (request) => {
      const { address } = request
      const setupRequest = { ...(await signedBy(deps, request)), ...request.body, address }
      const { challengeId: challenge_id, setup } = await startSetup(deps, setupRequest)
      return { challenge_id, ...setup! }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/second_factor/recovery_codes',
    access: 'organizer',
    refuses: [409, 429],
    schema: { body: CodeRequest, response: { 200: RecoveryCodesReply } },
    handler: async (request) => {
      const signed = { ...(await signedBy(deps, request)), ...request.body }
      return { recovery_codes: await renewRecoveryCodes(deps, signed) }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/second_factor/off',
    access: 'organizer',
    refuses: [409, 429],
    schema: { body: CodeRequest, response: { 200: MessageReply } },
    handler: async (request) => {
      await switchOff(deps, { ...(await signedBy(deps, request)), ...request.body })
      return { message: 'Two-step sign-in is switched off.' }
    },
  })
}

async function signedBy(deps: AccountDeps, request: FastifyRequest) {
  const session = await readBearer(deps, request.headers.authorization ?? '')
  const account = session && (await selectAccount(deps.db, session.accountId))
  if (!account) throw new AppError('unauthorized')
  return { account, sessionId: session.id }
}
