import type { LoaderFunctionArgs } from 'react-router'
import { isOffice } from '../layouts/office-path.ts'

/** Handles all addresses that router.tsx does not list. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search, hash } = new URL(request.url)
  // The back office is a separate document, so in the browser its addresses need a full page load.
  // On the server this page is not reached, because the back office has its own router, which runs
  // first.
  if (isOffice(pathname)) {
    const headers = { location: pathname + search + hash, 'x-remix-reload-document': 'true' }
    throw new Response(null, { status: 302, headers })
  }
  throw new Response('', { status: 404 })
}

export function Component() {
  return null
}
