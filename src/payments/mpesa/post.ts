import type { Clock } from '../../platform/clock.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Log } from '../../platform/log.ts'
import { type Answer, errorEnvelope, fetchAnswer } from './call.ts'
import type { TokenSource } from './token.ts'

/** Dependencies of every call to Daraja. */
export type DarajaContext = {
  settings: Deps['env']['mpesa']
  clock: Clock
  log: Log
  token: TokenSource
}

// Daraja refuses a token with 401 and an envelope, a gateway fault, HTML or an empty body, or with
// 404 and an envelope. In each case Daraja executed nothing.
function isTokenRefused(answer: Answer): boolean {
  if ('status' in answer && answer.status === 401) return true
  return errorEnvelope(answer)?.code === '404.001.03'
}

/** Posts a request. Renews a refused token once, and repeats the request once. */
export async function postWithToken(
  context: DarajaContext,
  path: string,
  body: Record<string, unknown>,
): Promise<Answer> {
  const url = context.settings.baseUrl + path
  const call = (token: string) =>
    fetchAnswer(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const token = await context.token.get()
  if (token.kind !== 'token') return token.answer
  const answer = await call(token.value)
  if (!isTokenRefused(answer)) return answer
  const renewed = await context.token.renew(token.value)
  return renewed.kind === 'token' ? await call(renewed.value) : renewed.answer
}
