import type { LoaderFunctionArgs } from 'react-router'
import { isOffice } from '../layouts/office-path.ts'

/** Handles all addresses that router.tsx does not list. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search, hash } = new URL(request.url)
  // The back office is a separate document, so in the browser an address of the back office needs a
  // full page load. On the server the back office has its own router, which runs before this page.
  if (isOffice(pathname)) {
    const headers = { location: pathname + search + hash, 'x-remix-reload-document': 'true' }
    throw new Response(null, { status: 302, headers })
  }
  throw new Response('', { status: 404 })
}

export function Component() {
  return null
}
