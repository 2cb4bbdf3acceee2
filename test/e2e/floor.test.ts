// Tests every page without the built-ins that the oldest supported browsers lack (decisions/0180).
import { randomUUID } from 'node:crypto'
import type { Request } from 'playwright-core'
import { generatePath, type RouteObject } from 'react-router'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { allRoutes } from '../../src/web/layouts/office/organizer-router.tsx'
import { removeBuiltIns } from '../floor/remove-built-ins.ts'
import { todays } from '../torture/daily.ts'
import { buildDerby, buyTickets } from './bought-tickets.ts'
import { busiestEvent, newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { endStewards, newSteward, openGates, scan } from './steward.ts'
import { LAPTOP, newVisitor, type Visitor } from './visitor.ts'

/** The tabs of an event in the back office. The event's route does not list the tabs. */
const TABS = [
  ...['', 'preview', 'door-list', 'transactions', 'validations', 'complimentary', 'statement'],
  ...['gate', 'gate/rules', 'gate/phones'],
]

const { shop, browser } = await oneShop()
let params: Record<string, string>
beforeAll(async () => {
  const derby = await buildDerby(shop)
  const { tickets } = await buyTickets(shop, derby, [1])
  const ticketNumber = tickets[0]!.ticket_number
  const { order_id: orderId } = await shop.db
    .selectFrom('ticket')
    .select('order_id')
    .where('number', '=', ticketNumber)
    .executeTakeFirstOrThrow()
  const id = await busiestEvent(shop)
  const token = '0123456789ABCDEF'
  params = { id, eventId: id, orderId, ticketNumber, token, category: 'Sports' }
  const [now, values] = [new Date(), { event_id: derby.id, quantity: 1, name: 'Brookside', token }]
  await shop.db
    .insertInto('allotment')
    .values({
      ...{ ...values, id: randomUUID(), ticket_type_id: derby.types[0]!.id, made_at: now },
      ...{ made_by: SAMPLE_ACCOUNTS.organizer.id, ends_at: new Date(now.getTime() + 86_400_000) },
    })
    .execute()
  await shop.db
    .insertInto('refund_link')
    .values({ order_id: orderId, token, created_at: now })
    .execute()
})

/** Lists the address of every page, and of each tab of an event. */
function listPaths(routes = allRoutes, above = ''): string[] {
  return routes.flatMap(({ path = '', children }: RouteObject) => {
    const pattern = path ? `${above}/${path}` : above
    if (children) return listPaths(children, pattern)
    const isOf = /organi[sz]ers|page|team/.test(path) ? { id: SAMPLE_ACCOUNTS.organizer.id } : {}
    const parts = path === 'events/:id/*' ? TABS : ['nowhere']
    return parts.map((part) => generatePath(pattern || '/', { ...params, ...isOf, '*': part }))
  })
}

/** The page's state. React has hydrated the page if the heading has React's marks. */
function readState(): string {
  if ((window.__giveUp as unknown) === 0) return 'gave up'
  const marks = Object.keys(document.querySelector('h1') ?? {})
  if (!marks.some((key) => key.startsWith('__react'))) return 'starting'
  const { textContent } = document.getElementById('root')!
  return /Something went wrong|You're offline|No connection/.exec(textContent)?.[0] ?? 'started'
}

/** Resolves two frames later, when the effects of the last rendering have run. */
function afterEffects(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

async function expectAllStart(visitor: Visitor, paths: string[]): Promise<void> {
  const { page, faults } = visitor
  const calls = new Set<Request>()
  page.on('request', (one) => one.resourceType() === 'fetch' && calls.add(one))
  page.on('response', (one) => calls.delete(one.request()))
  page.on('requestfailed', (one) => calls.delete(one))
  await removeBuiltIns(visitor)
  for (const path of paths) {
    calls.clear()
    await page.goto(path)
    await expect.poll(() => page.evaluate(readState)).not.toBe('starting')
    await expect.poll(() => calls.size).toBe(0)
    await page.evaluate(afterEffects)
    expect({ path, state: await page.evaluate(readState), faults }).toEqual({
      ...{ path, state: 'started', faults: [] },
    })
  }
  expect(await page.evaluate(() => 'toReversed' in Array.prototype)).toBe(false)
}

/** The pages of the back office behind the sign-in. */
const OFFICE = /^.organizer(?!.(signin|signup|forgot|reset|confirm|join)$)(\/|$)/

// spec: browser-floor-bundles
test('every public page starts, and each page of the entrance of the back office', async () => {
  const visitor = await newVisitor(browser, shop, { fresh: true })
  onTestFinished(() => visitor.context.close())
  const paths = listPaths().filter((path) => !OFFICE.test(path))
  expect(paths.length).toBeGreaterThan(25)
  await expectAllStart(visitor, [...paths, `/success?order=${params.orderId}`])
})

// spec: browser-floor-bundles
test.each(
  todays<{ who: 'organizer' | 'admin'; daily?: true }>([
    { who: 'organizer', daily: true },
    { who: 'admin' },
  ]),
)('every page of the back office starts for an $who', async ({ who }) => {
  const visitor = await newColleague(browser, shop, { who, size: LAPTOP })
  onTestFinished(() => visitor.context.close())
  const paths = listPaths().filter((path) => OFFICE.test(path))
  expect(paths.length).toBeGreaterThan(25)
  await expectAllStart(visitor, paths)
})

// spec: browser-floor-bundles
test('the gate app starts, and reads a ticket', async () => {
  onTestFinished(endStewards)
  const { of, numbers } = await openGates(shop, [[1]])
  const steward = await newSteward(browser, shop, of)
  await removeBuiltIns(steward)
  await steward.page.reload()
  await steward.page.getByText('Online', { exact: true }).waitFor()
  expect(await scan(steward.page, shop, numbers[0]!)).toMatch(/^Let 1 person in/)
})
