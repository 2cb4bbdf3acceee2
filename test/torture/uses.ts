import type { Played } from './on-sale.ts'

/** Counts the lines with codes, hidden types and free tickets, and how free orders ended. */
export function countUses({ facts, ended }: Played): Record<string, number> {
  const { orders, lines, types, lineLimits, codes, sessions } = facts
  const ofOrder = new Map(orders.map((order) => [order.id, order]))
  const ofType = new Map(types.map((type) => [type.id, type]))
  const dialled = new Set(sessions.map((session) => session.order_id))
  const codeIds = new Set(codes.map(({ id }) => id))
  const links = lineLimits.filter((link) => codeIds.has(link.limit_id))
  const coded = new Set(links.map((link) => link.order_line_id))
  const bought = lines.map((line) => {
    const order = ofOrder.get(line.order_id)!
    const way = order.sold_by !== null ? 'door' : dialled.has(order.id) ? 'ussd' : 'web'
    const { is_hidden: isHidden, is_free: isFree } = ofType.get(line.ticket_type_id)!
    return { way, isCoded: coded.has(line.id), isHidden, isFree, amount: line.amount_cents }
  })
  const count = (is: (line: (typeof bought)[number]) => boolean) => bought.filter(is).length
  return {
    'hidden on the web': count(({ way, isHidden }) => way === 'web' && isHidden),
    'hidden by USSD': count(({ way, isHidden }) => way === 'ussd' && isHidden),
    'hidden at the door': count(({ way, isHidden }) => way === 'door' && isHidden),
    'by a code at the door': count(({ way, isCoded }) => way === 'door' && isCoded),
    'free on the web': count(({ way, isFree }) => way === 'web' && isFree),
    'free by USSD': count(({ way, isFree }) => way === 'ussd' && isFree),
    'free at the door': count(({ way, isFree }) => way === 'door' && isFree),
    'free by a code': count(({ isCoded, amount }) => isCoded && amount === 0),
    'returned on the web': ended.returned.filter(({ way }) => way === 'web').length,
    'returned by USSD': ended.returned.filter(({ way }) => way === 'ussd').length,
    revoked: ended.revoked.length,
  }
}
