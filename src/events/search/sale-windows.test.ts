import { expect, test } from 'vitest'
import { buildEvent, type TypeSpec } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { lowestKes } from '../share-card-fingerprint.ts'

const HOUR_MS = 3_600_000

const stage = keepStage()

const inHours = (hours: number) => new Date(stage.clock.now().getTime() + hours * HOUR_MS)

async function read(id: string) {
  return (await stage.app.inject(`/api/events/${id}`)).json()
}

// spec: sale-window-states
test('a reply has the time of the server only if a type has a sale window, a step or a fee on top', async () => {
  const asOf = async (types: TypeSpec[]): Promise<string> => {
    const event = await buildEvent(stage.db, { types })
    return (await read(event.id)).as_of
  }
  const start = stage.clock.now().getTime()
  const told = [
    await asOf([{ saleFrom: inHours(2) }, {}]),
    await asOf([{ steps: [{ price: 50, quantity: 3 }] }]),
  ]
  for (const text of told) {
    expect(Date.parse(text)).toBeGreaterThanOrEqual(start)
    expect(Date.parse(text)).toBeLessThanOrEqual(stage.clock.now().getTime())
  }
  expect(await asOf([{}, { price: 200 }])).toBe(undefined)
})

// spec: sale-window-states
test('before a sale the price and the share card are those of its first moment', async () => {
  const saleFrom = inHours(2)
  const step = { name: 'Early bird', price: 60, startsAt: saleFrom, endsAt: inHours(9) }
  const event = await buildEvent(stage.db, { types: [{ price: 100, saleFrom, steps: [step] }] })
  const waiting = await read(event.id)
  expect(waiting).toMatchObject({ is_sold_out: false, is_limited_tickets: false })
  expect(waiting.ticket_types).toMatchObject([
    { sale_window: 'not_yet', price: 60, step: 'Early bird', available: 0, is_sold_out: false },
  ])
  stage.pass(2 * HOUR_MS)
  const selling = await read(event.id)
  expect(selling.ticket_types).toMatchObject([{ sale_window: 'open', price: 60, available: 100 }])
  expect(selling.share_image).toBe(waiting.share_image)
})

// spec: sale-window-card
test('a type that is no longer on sale does not set the price of the share card', async () => {
  const cheap = { price: 50, saleUntil: inHours(1) }
  const event = await buildEvent(stage.db, { types: [cheap, { price: 80 }] })
  const before = await read(event.id)
  stage.pass(HOUR_MS)
  const after = await read(event.id)
  expect(after.ticket_types[0]).toMatchObject({ sale_window: 'over', available: 0 })
  expect(after.share_image).not.toBe(before.share_image)
})

// spec: sale-window-card
test('between two sales the share card has the price of the next one', async () => {
  const ended = { price: 50, saleUntil: inHours(-1) }
  const lowest = async (types: TypeSpec[]) => {
    const { id } = await buildEvent(stage.db, { types })
    return lowestKes((await read(id)).ticket_types)
  }
  expect(await lowest([ended, { price: 80, saleFrom: inHours(2) }])).toBe(80)
  expect(await lowest([ended])).toBe(50)
})
