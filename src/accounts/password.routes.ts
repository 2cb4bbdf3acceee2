import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { ErrorReply, MessageReply } from '../platform/platform.contract.ts'
import { PasswordRequest } from './accounts.contract.ts'
import { selectAccount } from './accounts.sql.ts'
import type { AccountDeps } from './auth.routes.ts'
import { changePassword } from './change-password.ts'
import { readBearer } from './read-bearer.ts'

/** Another password for who is signed in. */
export function registerPasswordRoutes(app: App, deps: AccountDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/password',
    access: 'organizer',
    schema: {
      body: PasswordRequest,
      response: { 200: MessageReply, '4xx': ErrorReply, '5xx': ErrorReply },
    },
    handler: async (request) => {
      const { authorization = '' } = request.headers
      const session = await readBearer(deps, authorization)
      const account = session && (await selectAccount(deps.db, session.accountId))
      if (!account) throw new AppError('unauthorized')
      const { old_password: oldPassword, password } = request.body
      const place = { sessionId: session.id, address: request.ip }
      await changePassword(deps, { account, oldPassword, password, ...place })
      return { message: 'Your password is changed. All other devices are signed out.' }
    },
  })
}
