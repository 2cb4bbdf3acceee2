import type { LoaderFunctionArgs } from 'react-router'
import { isOffice } from '../layouts/office-path.ts'

/** Any address that router.tsx does not list. */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname, search, hash } = new URL(request.url)
  // The back office is another document: on the server its own router answers before this one.
  if (isOffice(pathname)) {
    const headers = { location: pathname + search + hash, 'x-remix-reload-document': 'true' }
    throw new Response(null, { status: 302, headers })
  }
  throw new Response('', { status: 404 })
}

export function Component() {
  return null
}
