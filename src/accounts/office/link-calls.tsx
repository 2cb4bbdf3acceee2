import type { MessageReply } from '../../platform/platform.contract.ts'
import { type Answer, callApi, type FetchApi, jsonPost } from '../../ui/api.ts'
import type { LinkReply } from '../accounts.contract.ts'

export const NOT_SENT = 'This did not work. Please check your connection and try again.'

/** What the link in an e-mail is for; changes nothing. */
export function lookAtLink(token: string): Promise<Answer<LinkReply>> {
  return callApi<LinkReply>(
    (path, init) => fetch(path, init),
    '/api/auth/link',
    jsonPost({ token }),
  )
}

export function confirmAddress(fetchApi: FetchApi, token: string): Promise<Answer<MessageReply>> {
  return callApi<MessageReply>(fetchApi, '/api/auth/confirm', jsonPost({ token }))
}

export function resetPassword(
  fetchApi: FetchApi,
  fields: { token: string; password: string },
): Promise<Answer<MessageReply>> {
  return callApi<MessageReply>(fetchApi, '/api/auth/reset', jsonPost(fields))
}
