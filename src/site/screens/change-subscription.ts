import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { EMAIL_ERROR, readEmailAddress } from '../../platform/values/email-address.rules.ts'
import { callApi, type FetchApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { SUBSCRIBE_FAILED, SUBSCRIBED, UNSUBSCRIBE_FAILED } from '../newsletter.rules.ts'

export type NewsletterOutcome =
  | { status: 200; done: string }
  | { status: number; problem: string; email: string }

export async function subscribe(fetchApi: FetchApi, fields: FormData): Promise<NewsletterOutcome> {
  const email = String(fields.get('email') ?? '').trim()
  const source = String(fields.get('source') ?? '').slice(0, 40)
  if (readEmailAddress(email) === null) return { status: 422, problem: EMAIL_ERROR, email }
  const path = '/api/functions/newsletter'
  const answer = await callApi<MessageReply>(fetchApi, path, jsonPost({ email, source }))
  if (answer.ok) return { status: 200, done: SUBSCRIBED }
  return { ...failureOf(answer, SUBSCRIBE_FAILED), email }
}

export type UnsubscribeOutcome =
  | { status: 200; token: string }
  | { status: number; problem: string; token: string }

export async function unsubscribe(
  fetchApi: FetchApi,
  fields: FormData,
): Promise<UnsubscribeOutcome> {
  const token = String(fields.get('token') ?? '')
  const path = '/api/functions/newsletter/unsubscribe'
  const answer = await callApi<MessageReply>(fetchApi, path, jsonPost({ token }))
  return answer.ok ? { status: 200, token } : { ...failureOf(answer, UNSUBSCRIBE_FAILED), token }
}

/** The server's error text, or our own text if the server did not respond. */
function failureOf(answer: Problem, fallback: string): { status: number; problem: string } {
  return { status: answer.status || 503, problem: problemText(answer, fallback) }
}
