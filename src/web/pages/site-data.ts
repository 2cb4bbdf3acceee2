import type { LoaderFunctionArgs } from 'react-router'
import type { SiteReply } from '../../site/site.contract.ts'
import { apiOf, callApi } from '../../ui/api.ts'

/** In the browser: the last time it was asked, no answer came. */
let isMissing = false

/**
 * The shop's contact details. Null if they could not be read, so that no page fails because of
 * them.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<SiteReply | null> {
  const answer = await callApi<SiteReply>(apiOf(context), '/api/site', { signal: request.signal })
  isMissing = !answer.ok
  return answer.ok ? answer.data : null
}

/**
 * Known details are kept. If a lost network prevented reading them, they are fetched when it is
 * back.
 */
export function shouldRevalidate(): boolean {
  return isMissing
}
