import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { buildEvent, newPhone, orderOf } from '../test/build.ts'
import { CROWDS, simulateCrowd } from './held-crowd.ts'
import { type Shop, shopAt } from './held-shop.ts'
import { makeDatabase } from './make-database.ts'
import { Timeline } from './timeline.ts'

const DATABASE = 'lango_bench_held'
/**
 * The limits to compare: the share of tickets that one IP address may hold, in percent. 100 means
 * no limit; 10 is the default.
 */
const SHARES = [100, 10]
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
 * Measures how many tickets an attacker at one IP address can keep from honest buyers, and how much
 * the limit costs a crowd behind one address.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const db = openDatabase(await makeDatabase(serverUrl, DATABASE), 10)
  await migrate(db)
  say(`${SEATS} seats, ${MOST} in an order at most; nobody answers the prompts of the attack.`)
  say(`Then ${HONEST} honest buyers of two tickets, one a second.\n`)
  say('| Attack from one address | Share, % | Seats it held | Honest buyers told sold out |')
  say('|---|--:|--:|--:|')
  for (const attack of ATTACKS) {
    for (const share of SHARES) say(await measureAttack(shopAt(db, share), attack, share))
  }
  say(
    '\n| Crowd behind one address | Share, % | Buyers | Placed after waiting | s, middle | s, longest | Waited in vain | Told sold out | Tickets sold |',
  )
  say('|---|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const crowd of CROWDS) {
    for (const share of SHARES) say(await simulateCrowd(shopAt(db, share), crowd, share))
  }
  await db.destroy()
}

type Attack = { name: string; orders: number; isOnePhone: boolean }

const ATTACKS: Attack[] = [
  { name: '40 orders of ten, each for another phone', orders: 40, isOnePhone: false },
  { name: '30 orders of ten, all for one phone', orders: 30, isOnePhone: true },
]

/**
 * Simulates an attack. Each prompt ends unpaid after a minute, and its hold ends two minutes later.
 * Returns a row of the table.
 */
async function measureAttack(shop: Shop, attack: Attack, share: number): Promise<string> {
  const event = await buildEvent(shop.db, { types: [{ capacity: SEATS, maxPerOrder: MOST }] })
  const timeline = new Timeline()
  const phone = newPhone()
  for (let n = 0; n < attack.orders; n++) {
    const phoneOf = { phone: attack.isOnePhone ? phone : newPhone() }
    const order = orderOf(event, [MOST], { address: ATTACKER, ...phoneOf })
    timeline.add(n / attack.orders, async () => {
      if ((await shop.place(order)) !== null) return
      timeline.add(5 + n / 5, () => shop.prompt(order.orderId))
      timeline.add(65 + n / 5, () => shop.fail(order.orderId, '1037', true))
    })
  }
  let held = 0
  timeline.add(1, async () => {
    held = await shop.readHeld(event.types[0]!.id)
  })
  let turnedAway = 0
  for (let n = 1; n <= HONEST; n++) {
    timeline.add(n, async () => {
      const order = orderOf(event, [2], { address: `41.91.0.${n}` })
      const code = await shop.place(order)
      if (code === null) await shop.pay(order.orderId)
      else turnedAway += 1
    })
  }
  for (let at = 5; at < HONEST; at += 5) timeline.add(at, shop.sweep)
  await timeline.run(shop.setTime)
  return `| ${[attack.name, share, held, `${turnedAway} of ${HONEST}`].join(' | ')} |`
}
