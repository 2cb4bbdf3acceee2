import { type BuiltEvent, buildEvent, orderOf } from '../test/build.ts'
import { type Draw, makeDraw } from '../test/torture/draw.ts'
import { isGone, type Shares, type Shop } from './held-shop.ts'
import { Timeline } from './timeline.ts'

export type Crowd = {
  name: string
  seats: number
  buyers: number
  /** The buyers arrive evenly within this many seconds. */
  within: number
  /** The number of prompts that may be sent per second. */
  rate: number
  /** The percentage of prompts that are paid. */
  paid: number
  /** Whether each buyer has a separate address that has no record of payments. */
  isApart?: boolean
}

const hall = { name: 'hall of 400, within a minute', seats: 400, within: 60, rate: 5 }
const stadium = { seats: 48_000, paid: 80 }
export const CROWDS: Crowd[] = [
  { ...hall, buyers: 160, paid: 80 },
  { ...hall, name: `${hall.name}, half pay`, buyers: 300, paid: 50 },
  { ...hall, name: `${hall.name}, addresses of their own`, buyers: 160, paid: 80, isApart: true },
  { ...hall, name: `${hall.name}, own addresses, half pay`, buyers: 300, paid: 50, isApart: true },
  {
    ...hall,
    name: 'hall of 40 within 10 s, own addresses',
    seats: 40,
    within: 10,
    buyers: 30,
    paid: 80,
    isApart: true,
  },
  { ...stadium, name: 'stadium, 5 a second', buyers: 1500, within: 300, rate: 5 },
  { ...stadium, name: 'stadium, a rush of 100 a second', buyers: 4000, within: 40, rate: 50 },
]

const ADDRESS = '41.90.0.1'
/**
 * The longest wait in the prompt queue, in seconds. A buyer whose prompt has waited longer is asked
 * to try again, because too many people are paying.
 */
const LINE_S = 180
/** The pause in seconds before a refused buyer tries again, and the maximum number of tries. */
const AGAIN_S = 10
const TRIES = 30
const SWEEP_S = 5

type Run = {
  shop: Shop
  crowd: Crowd
  event: BuiltEvent
  draw: Draw
  timeline: Timeline
  /** The simulated second at which the next prompt may be sent. */
  turnAt: number
  waits: number[]
  gaveUp: number
  soldOut: number
  tickets: number
}

type Buyer = {
  id: number
  quantity: number
  cameAt: number
  tries: number
  pays: boolean
  /** The seconds from a prompt to its result. */
  answersAfter: number
}

/**
 * Simulates a crowd that buys from one IP address, with realistic payment times. Returns a row of
 * the table.
 */
export async function simulateCrowd(shop: Shop, crowd: Crowd, share: Shares): Promise<string> {
  await shop.forgetAddresses()
  const type = { capacity: crowd.seats, maxPerOrder: 10 }
  const event = await buildEvent(shop.db, { types: [type] })
  const [draw, timeline] = [makeDraw(11), new Timeline()]
  const run: Run = {
    shop,
    crowd,
    event,
    draw,
    timeline,
    turnAt: 0,
    waits: [],
    gaveUp: 0,
    soldOut: 0,
    tickets: 0,
  }
  for (let n = 0; n < crowd.buyers; n++) {
    const cameAt = (n * crowd.within) / crowd.buyers
    const pays = draw.chance(crowd.paid / 100)
    const buyer = {
      id: n,
      quantity: draw.pick([1, 2, 2, 2, 3, 4]),
      cameAt,
      tries: 0,
      pays,
      // Most payers enter their PIN within half a minute.
      answersAfter: pays
        ? draw.pick([8, 10, 12, 14, 16, 18, 20, 24, 30, 45])
        : draw.between(15, 75),
    }
    timeline.add(cameAt, (at) => come(run, buyer, at))
  }
  const end = crowd.within + 10 * 60
  for (let at = SWEEP_S; at < end; at += SWEEP_S) timeline.add(at, shop.sweep)
  await timeline.run(shop.setTime)
  return describe(run, share)
}

async function come(run: Run, buyer: Buyer, at: number): Promise<void> {
  const address = run.crowd.isApart ? `41.94.${buyer.id >> 8}.${buyer.id & 255}` : ADDRESS
  const order = orderOf(run.event, [buyer.quantity], { address })
  const code = await run.shop.place(order)
  if (code === null) {
    if (at > buyer.cameAt) run.waits.push(at - buyer.cameAt)
    line(run, order.orderId, buyer, at)
  } else if (code?.startsWith('too_many_un') && buyer.tries < TRIES) {
    const next = { ...buyer, tries: buyer.tries + 1 }
    const again = at + AGAIN_S * (0.5 + run.draw.next())
    run.timeline.add(again, (then) => come(run, next, then))
  } else if (isGone(code)) run.soldOut += 1
  else run.gaveUp += 1
}

/**
 * Puts the order's prompt into the queue. Prompts are sent in order, at the crowd's rate, and fail
 * after LINE_S seconds in the queue.
 */
function line(run: Run, id: string, { pays, answersAfter, quantity }: Buyer, at: number): void {
  const { shop, crowd, timeline } = run
  const turn = Math.max(at, run.turnAt)
  if (turn - at > LINE_S) {
    timeline.add(at + LINE_S, () => shop.fail(id, 'busy', false))
    return
  }
  run.turnAt = turn + 1 / crowd.rate
  timeline.add(turn, () => shop.prompt(id))
  timeline.add(turn + answersAfter, async () => {
    if (!pays) return await shop.fail(id, '1037', true)
    if (typeof (await shop.pay(id)) !== 'string') run.tickets += quantity
  })
}

function describe({ crowd, waits, gaveUp, soldOut, tickets }: Run, share: Shares): string {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0)
  const waited = [waits.length, at(0.5), at(1), gaveUp]
  return `| ${[crowd.name, `${share.address}, ${share.unproven}`, crowd.buyers, ...waited, soldOut, tickets].join(' | ')} |`
}
