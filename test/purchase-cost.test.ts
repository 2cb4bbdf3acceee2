// What one purchase asks of the database, from the order to its SMS: these counts depend on no machine.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent } from './build.ts'
import { newReceipt, pay, prompted } from './purchase.ts'
import { makeStage, type Stage } from './stage.ts'

let stage: Stage
let event: BuiltEvent
beforeAll(async () => {
  stage = await makeStage()
  event = await buildEvent(stage.db)
})
afterAll(() => stage.close())

async function count(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const asked = query.mock.calls as unknown as [string | { text: string }][]
  const texts = asked.map(([one]) => (typeof one === 'string' ? one : one.text).trim())
  query.mockRestore()
  const commits = texts.filter((text) => text === 'commit').length
  const others = texts.filter((text) => !/^(start transaction|begin|commit|rollback)$/.test(text))
  return { statements: others.length, transactions: commits }
}

const purchase = async () => {
  const order = await prompted(stage, event)
  await pay(stage, order, newReceipt())
  await stage.runJobs()
}

// Statements outside a transaction are each their own. Fewer are welcome, and written down here.
test('a purchase asks no more of the database than it did', async () => {
  await purchase()
  const sent = stage.sent.length
  expect(await count(purchase)).toEqual({ statements: 61, transactions: 7 })
  expect(stage.sent).toHaveLength(sent + 1)
})
