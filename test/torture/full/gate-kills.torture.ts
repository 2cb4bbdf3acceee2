import { afterAll, beforeAll, expect, test } from 'vitest'
import { killTabs } from '../../e2e/kill-tabs.ts'
import { oneShop } from '../../e2e/one-shop.ts'
import { buildGateEvent, newSteward, openDoors } from '../../e2e/steward.ts'

const KILLS = Number(process.env.TORTURE_KILLS ?? 100)

let opened: Awaited<ReturnType<typeof oneShop>>
beforeAll(async () => {
  opened = await oneShop()
})
afterAll(async () => {
  await opened?.browser.close()
  await opened?.shop.stop()
})

test(`a tab killed ${KILLS} times between a scan and its upload loses none`, async () => {
  const { shop, browser } = opened
  const event = await buildGateEvent(shop)
  const numbers: string[] = []
  for (let n = 0; n < KILLS; n++) numbers.push(await event.buy(1))
  await openDoors(shop, event)
  const steward = await newSteward(browser, shop, event)
  const known = await killTabs(shop, event, steward, numbers)
  expect(known).toEqual(new Map(numbers.map((number) => [number, 1])))
})
