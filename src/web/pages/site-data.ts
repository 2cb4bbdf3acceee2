import type { LoaderFunctionArgs } from 'react-router'
import type { SiteReply } from '../../site/site.contract.ts'
import { apiOf, callApi } from '../../ui/api.ts'

/** In the browser: the last time it was asked, no answer came. */
let isMissing = false

/** How we are reached. Null if that could not be read: no page is lost for it. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<SiteReply | null> {
  const answer = await callApi<SiteReply>(apiOf(context), '/api/site', { signal: request.signal })
  isMissing = !answer.ok
  return answer.ok ? answer.data : null
}

/** What is known stays as it is; what a lost network kept away is asked for once it is back. */
export function shouldRevalidate(): boolean {
  return isMissing
}
