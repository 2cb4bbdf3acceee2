import { expect } from 'vitest'
import type { Shop } from './shop.ts'
import {
  findNetwork,
  type GateEvent,
  hold,
  loseNetwork,
  type Steward,
  waitForWorker,
} from './steward.ts'

/**
 * Kills an offline gate app just after each result, and reopens it from the phone's storage.
 * Expects that no result that was shown is lost. Returns the check-ins that the server has recorded
 * at the end.
 */
export async function killTabs(
  shop: Shop,
  event: GateEvent,
  steward: Steward,
  numbers: string[],
): Promise<Map<string, number>> {
  await waitForWorker(steward.page)
  await loseNetwork(steward)
  for (const [n, number] of numbers.entries()) {
    await hold(steward.page, shop, number)
    await steward.page.getByText('Let 1 person in').waitFor()
    await kill(steward)
    steward.page = await steward.context.newPage()
    await steward.page.goto('/gate/')
    await steward.page.getByText(`${n + 1} to sync`).waitFor()
  }
  await findNetwork(steward)
  const rows = await shop.db
    .selectFrom('check_in')
    .select(['ticket_number', 'let_in'])
    .where('event_id', '=', event.id)
    .execute()
  expect(rows).toHaveLength(numbers.length)
  return new Map(rows.map((row) => [row.ticket_number, row.let_in]))
}

/** Ends the tab's process, so that the page receives no event. */
async function kill({ context, page }: Steward): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  session.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}
