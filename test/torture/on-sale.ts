import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { canListen } from '../../scripts/postgres.mjs'
import { type FaultCounts, phones } from './clients.ts'
import { cancelEvent, closeUp, editEvent, openDesk, refundSome } from './desk.ts'
import { openDoor } from './door.ts'
import { type Draw, makeDraw } from './draw.ts'
import type { Facts } from './facts.ts'
import type { Market, OnSale } from './market.ts'
import type { Shop } from './processes.ts'
import { noneEnded } from './returns.ts'
import { goShopping, makeShopper } from './shoppers.ts'
import { type Admission, startStewards } from './stewards.ts'
import { waitFor } from './wait-for.ts'

const SHOPPERS = 10
const LIMIT_MS = 240_000

// Every fault of every provider that can affect a purchase or a refund. Faults of email are tested
// elsewhere, and no buyer of this test gives an email address.
const CALLS = {
  ...{ http_429: 0.04, http_500: 0.04, html_503: 0.04, drop_after_accept: 0.06 },
  ...{ before_answer: 0.05, delay_ms: [0, 300], drop: 0.06, duplicate: 0.08, refused: 0.05 },
}
const MONEY = { ...CALLS, timeout: 0.05, timeout_done: 0.05 }
export const FAULTS = {
  push: {
    ...{ delay_ms: [0, 150], http_429: 0.05, http_500: 0.03, html_503: 0.03 },
    drop_after_accept: 0.08,
  },
  callback: {
    ...{ drop: 0.15, duplicate: 0.15, delay_ms: [0, 400], reorder: 0.1, wrong_amount: 0.05 },
    before_answer: 0.1,
  },
  query: { pending: 0.2, contradict: 0.2, http_500: 0.15 },
  pull: { delay_ms: [0, 100], http_500: 0.3, empty: 0.2 },
  token: { expired: 0.03 },
  c2b: { delay_ms: [0, 300], drop: 0.1, duplicate: 0.1, refused: 0.05, timeout: 0.3 },
  sms: {
    ...{ delay_ms: [0, 100], http_429: 0.03, http_500: 0.05, drop_after_accept: 0.06 },
    report_drop: 0.25,
  },
  reversal: MONEY,
  b2c: MONEY,
  status: { ...CALLS, timeout: 0.05 },
  ussd: {
    ...{ delay_ms: [0, 60], repeat: 0.2, reply_lost: 0.08, cut: 0.08 },
    ...{ split_root: 0.3, split_none: 0.5, end_drop: 0.2 },
  },
}

type Stadium = {
  shop: Shop
  seed: number
  /** The number of purchases that are tried. */
  purchases: number
  /** The events on sale: the first is at the gates, and the second is cancelled in mid-sale. */
  events: [OnSale, OnSale]
  organizer: Market['organizer']
  /** Starts PostgreSQL again after a kill. */
  startDatabase: () => Promise<unknown>
}

export type Played = {
  facts: Facts
  told: Market['told']
  atDoor: Market['atDoor']
  ended: Market['ended']
  admitted: Admission[]
  kills: string[]
  /** How often each kind of fault occurred. */
  faults: FaultCounts
}

/**
 * Plays one on-sale: buyers on the web, by paybill, by USSD and at the door, holders who return
 * free tickets and an organizer who revokes them, stewards, an admin who edits, refunds and
 * cancels, faults of every provider, and kills of the shop and of PostgreSQL. Then all faults end,
 * and all work is finished. The seed decides what everybody wants to do; how their steps interleave
 * depends on the machine.
 */
export async function playOnSale(stadium: Stadium): Promise<Played> {
  const { shop, seed, purchases, events, organizer } = stadium
  const desk = await openDesk(shop)
  const door = await openDoor(shop, organizer)
  const told = { orders: [], tickets: [] }
  const ended = noneEnded()
  const [atDoor, own] = [[], [...events]]
  const market: Market = { shop, events: own, told, atDoor, ended, organizer, door }
  await phones(shop).setFaults({ seed, ...FAULTS })
  const stewards = await startStewards(shop, market.told.tickets)
  const begun = { count: 0 }
  const buyOn = async (_: unknown, index: number) => {
    const draw = makeDraw(seed * 1000 + index)
    const shopper = makeShopper(market, draw)
    while (begun.count++ < purchases) {
      const bought = await goShopping(shopper)
      if (bought && draw.chance(0.3)) await refundSome(desk, bought, draw)
    }
  }
  const sales = Promise.all(Array.from({ length: SHOPPERS }, buyOn))
  const sold = (share: number) =>
    waitFor('people buy', () => begun.count >= purchases * share, LIMIT_MS)
  const editing = async (draw: Draw) => {
    for (const share of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      await sold(share)
      await editEvent(desk, draw.pick(market.events), draw)
    }
  }
  const cancelling = async () => {
    await sold(0.6)
    market.events.pop()
    await cancelEvent(desk, events[1])
  }
  const [, , kills] = await Promise.all([
    editing(makeDraw(seed * 1000 + 500)),
    cancelling(),
    killParts(stadium, sold, makeDraw(seed * 1000 + 501)),
    sales,
  ])
  await stewards.stop()
  const faults = await phones(shop).clearFaults()
  const facts = { ...(await closeUp(desk, LIMIT_MS)), formerPrices: desk.formerPrices }
  return { facts, told, atDoor, ended, admitted: stewards.told, kills, faults }
}

const PARTS = ['the shop', 'PostgreSQL', 'both'] as const

/**
 * Kills the shop, PostgreSQL, and both together, in a random order and at random moments of the
 * sale. Starts them again after each kill.
 */
async function killParts(
  { shop, startDatabase }: Stadium,
  sold: (share: number) => Promise<unknown>,
  draw: Draw,
): Promise<string[]> {
  const parts = PARTS.toSorted(() => draw.next() - 0.5)
  for (const [index, part] of parts.entries()) {
    await sold(0.15 + 0.25 * index)
    const steps = (await countSteps(shop)) + draw.between(1, 40)
    await waitFor('a random moment comes', async () => (await countSteps(shop)) >= steps)
    if (part !== 'the shop') await killDatabase(shop)
    if (part !== 'PostgreSQL') await shop.app.kill()
    if (part !== 'the shop') await startDatabase()
    if (part !== 'PostgreSQL') await shop.app.start()
  }
  return parts
}

/** Returns the progress of all purchases together, as a number of steps. */
async function countSteps({ db }: Shop): Promise<number> {
  const { rows } = await sql<{ steps: number }>`
    select (select count(*) from order_event) + (select count(*) from payment_event)
      + (select count(*) from provider_callback) + (select count(*) from message where state
      in ('sent', 'delivered')) as steps`.execute(db)
  return rows[0]!.steps
}

/**
 * Sends kill -9 to the postmaster and all its processes. Waits until the port is free, because
 * processes that were just starting may hold it a little longer. With the port in use, the server
 * would start on a different port.
 */
async function killDatabase({ db, databaseUrl }: Shop): Promise<void> {
  const { rows } = await sql<{ pid: number; folder: string }>`
    select pid, current_setting('data_directory') as folder from pg_stat_activity`.execute(db)
  const [postmaster] = readFileSync(join(rows[0]!.folder, 'postmaster.pid'), 'utf8').split('\n')
  for (const pid of [Number(postmaster), ...rows.map((row) => row.pid)]) endProcess(pid)
  await waitFor('the port is free', () => canListen(Number(new URL(databaseUrl).port)))
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: the process has ended already, because it saw the end of the postmaster.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
