/** Whatever router.tsx does not list. */
export function loader(): never {
  throw new Response('', { status: 404 })
}

export function Component() {
  return null
}
