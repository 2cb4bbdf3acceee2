import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { buildEvent, newPhone, orderOf } from '../test/build.ts'
import { CROWDS, simulateCrowd } from './held-crowd.ts'
import { isGone, type Shares, type Shop, shopAt } from './held-shop.ts'
import { makeDatabase } from './make-database.ts'
import { Timeline } from './timeline.ts'

const DATABASE = 'lango_bench_held'
/**
 * The limits to compare, in percent: the tickets that one IP address may hold, and the tickets that
 * all buyers without a proven phone may hold. 100 means no limit; 10 and 75 are the defaults.
 */
const SHARES: Shares[] = [
  { address: 100, unproven: 100 },
  { address: 10, unproven: 100 },
  { address: 10, unproven: 75 },
]
const SEATS = 400
const MOST = 10
/**
 * The number of honest buyers, who buy two tickets each from different IP addresses in the three
 * minutes after the attack.
 */
const HONEST = 180
const ATTACKER = '41.90.0.2'

type Say = (line: string) => void

/**
 * Measures how many tickets an attacker at one IP address can keep from honest buyers, and how the
 * limit affects a crowd behind one address.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const db = openDatabase(await makeDatabase(serverUrl, DATABASE), 10)
  await migrate(db)
  say(`${SEATS} seats, ${MOST} in an order at most; nobody answers the prompts of the attack.`)
  say(
    `Then ${HONEST} honest buyers of two tickets, one a second, by turns without and with a record.\n`,
  )
  say(
    '| Attack | Shares, % | Seats it held | Unproven: sold out | to wait | Proven: sold out | to wait |',
  )
  say('|---|--:|--:|--:|--:|--:|--:|')
  for (const attack of ATTACKS) {
    for (const share of SHARES) say(await measureAttack(shopAt(db, share), attack, share))
  }
  say(
    '\n| Crowd | Shares, % | Buyers | Placed after waiting | s, middle | s, longest | Waited in vain | Told sold out | Tickets sold |',
  )
  say('|---|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const crowd of CROWDS) {
    for (const share of SHARES) say(await simulateCrowd(shopAt(db, share), crowd, share))
  }
  say(
    '\n| Free event, in seats | Phones of the attack | Seats it took | Honest buyers with tickets | without |',
  )
  say('|--:|--:|--:|--:|--:|')
  for (const seats of FREE_SEATS) say(await measureFree(shopAt(db, SHARES[2]!), seats))
  await db.destroy()
}

const FREE_SEATS = [400, 2400, 4800]
const FREE_MOST = 2
const OWNED = 1000

/**
 * Simulates an attacker with many phones, before honest buyers come. Each phone orders the maximum
 * again and again. Returns a row of the table.
 */
async function measureFree(shop: Shop, seats: number): Promise<string> {
  const types = [{ isFree: true, capacity: seats, maxPerOrder: FREE_MOST }]
  const event = await buildEvent(shop.db, { types })
  const take = (phone: string) => {
    const proven = { phone, provenPhone: phone, paymentMethod: 'free' as const }
    return shop.place(orderOf(event, [FREE_MOST], proven))
  }
  const phones = Array.from({ length: OWNED }, newPhone)
  const taken = await Promise.all([...phones, ...phones, ...phones].map(take))
  const got = await Promise.all(Array.from({ length: HONEST }, () => take(newPhone())))
  const countOf = (codes: (string | null)[]) => codes.filter((code) => code === null).length
  const honest = countOf(got)
  return `| ${[seats, OWNED, countOf(taken) * FREE_MOST, honest, HONEST - honest].join(' | ')} |`
}

type Attack = {
  name: string
  orders: number
  isOnePhone?: boolean
  isByPaybill?: boolean
  /** The address of the nth order. If missing, all orders come from `ATTACKER`. */
  from?: (n: number) => string
}

const ATTACKS: Attack[] = [
  { name: '40 orders of ten, each for another phone', orders: 40 },
  { name: '30 orders of ten, all for one phone', orders: 30, isOnePhone: true },
  {
    name: '40 orders of ten by paybill, from networks of one IPv6 /48',
    orders: 40,
    isByPaybill: true,
    from: (n) => `2001:db8:1:${n.toString(16)}::/64`,
  },
  {
    name: '40 orders of ten by paybill, each from another address',
    orders: 40,
    isByPaybill: true,
    from: (n) => `41.92.0.${n}`,
  },
  {
    name: '40 orders of ten by prompt, each from another address',
    orders: 40,
    from: (n) => `41.93.0.${n}`,
  },
]

const both = ({ soldOut, wait }: { soldOut: number; wait: number }) => [soldOut, wait]

/**
 * Simulates an attack. Each prompt ends unpaid after a minute, and its hold ends two minutes later.
 * Returns a row of the table.
 */
async function measureAttack(shop: Shop, attack: Attack, share: Shares): Promise<string> {
  await shop.forgetAddresses()
  const event = await buildEvent(shop.db, { types: [{ capacity: SEATS, maxPerOrder: MOST }] })
  const timeline = new Timeline()
  const phone = newPhone()
  for (let n = 0; n < attack.orders; n++) {
    const phoneOf = { phone: attack.isOnePhone ? phone : newPhone() }
    const address = attack.from?.(n) ?? ATTACKER
    const paymentMethod = attack.isByPaybill ? 'paybill' : 'prompt'
    const order = orderOf(event, [MOST], { address, paymentMethod, ...phoneOf })
    timeline.add(n / attack.orders, async () => {
      if ((await shop.place(order)) !== null) return
      if (attack.isByPaybill) return
      timeline.add(5 + n / 5, () => shop.prompt(order.orderId))
      timeline.add(65 + n / 5, () => shop.fail(order.orderId, '1037', true))
    })
  }
  let held = 0
  timeline.add(1, async () => {
    held = await shop.readHeld(event.types[0]!.id)
  })
  const refused = { unproven: { soldOut: 0, wait: 0 }, proven: { soldOut: 0, wait: 0 } }
  for (let n = 1; n <= HONEST; n++) {
    timeline.add(n, async () => {
      const phone = newPhone()
      const proof = n % 2 ? {} : { provenPhone: phone }
      const order = orderOf(event, [2], { address: `41.91.0.${n}`, phone, ...proof })
      const code = await shop.place(order)
      if (code === null) return void (await shop.pay(order.orderId))
      refused[n % 2 ? 'unproven' : 'proven'][isGone(code) ? 'soldOut' : 'wait'] += 1
    })
  }
  for (let at = 5; at < HONEST; at += 5) timeline.add(at, shop.sweep)
  await timeline.run(shop.setTime)
  return `| ${[attack.name, `${share.address}, ${share.unproven}`, held, ...both(refused.unproven), ...both(refused.proven)].join(' | ')} |`
}
