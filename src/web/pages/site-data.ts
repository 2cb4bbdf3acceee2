import type { LoaderFunctionArgs } from 'react-router'
import type { SiteReply } from '../../site/site.contract.ts'
import { apiOf, callApi } from '../../ui/api.ts'

/** In the browser: whether the last attempt to load the details failed. */
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
 * The details rarely change, so a navigation does not load them again, unless the last attempt
 * failed.
 */
export function shouldRevalidate(): boolean {
  return isMissing
}
