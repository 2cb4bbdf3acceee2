import type { LoaderFunctionArgs } from 'react-router'
import type { SiteReply } from '../../site/site.contract.ts'
import { apiOf, callApi } from '../ui/api.ts'

/** How we are reached. Null where that could not be read: no page is lost for it. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<SiteReply | null> {
  const answer = await callApi<SiteReply>(apiOf(context), '/api/site', { signal: request.signal })
  return answer.ok ? answer.data : null
}

/** It stays as it is: a form that was sent, perhaps without a network, is no reason to ask again. */
export function shouldRevalidate(): boolean {
  return false
}
