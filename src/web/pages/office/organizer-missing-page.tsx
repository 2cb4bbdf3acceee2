/** Any address that the back office does not list. Its layout stays, with the way back. */
export function loader(): never {
  throw new Response('', { status: 404 })
}

export function Component() {
  return null
}
