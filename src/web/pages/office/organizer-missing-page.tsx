/** Handles all addresses of the back office that have no page. The layout stays, with its menu. */
export function loader(): never {
  throw new Response('', { status: 404 })
}

export function Component() {
  return null
}
