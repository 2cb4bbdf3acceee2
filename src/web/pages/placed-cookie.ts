import { ORDER_ID, PLACED_MS, REPLACES_MAX } from '../../checkout/placed-orders.rules.ts'

// A browser without script stores the ids of its orders in a cookie, and sends them with each form.

const NAME = 'lango_placed'
const ID = new RegExp(ORDER_ID)

export function placedOf(request: Request): string[] {
  const cookies = request.headers.get('cookie') ?? ''
  const own = cookies.split(/;\s*/).find((one) => one.startsWith(`${NAME}=`)) ?? ''
  return own
    .slice(NAME.length + 1)
    .split('.')
    .filter((id) => ID.test(id))
    .slice(0, REPLACES_MAX)
}

/** The header that adds an order to the cookie. */
export function placedHeader(request: Request, orderId: string): Record<string, string> {
  const others = placedOf(request).filter((id) => id !== orderId)
  const ids = [orderId, ...others].slice(0, REPLACES_MAX).join('.')
  const secure = request.url.startsWith('https:') ? '; Secure' : ''
  const flags = `Path=/; Max-Age=${PLACED_MS / 1000}; HttpOnly; SameSite=Strict${secure}`
  return { 'set-cookie': `${NAME}=${ids}; ${flags}` }
}
