// Tests that USSD offers no more tickets than 'Pay' then accepts.
// spec: ussd-offers-what-pays
import { expect, test } from 'vitest'
import { buildEvent, type EventSpec, newPhone } from '../../test/build.ts'
import { dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { newReceipt, pay, place, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', LIMIT_PUSH_PER_ADDRESS: '1000' })

async function eventOf(spec: EventSpec) {
  const event = await buildEvent(stage.db, spec)
  return { ...event, code: await dialCodeOf(stage, event.id) }
}
type Event = Awaited<ReturnType<typeof eventOf>>

async function buy(event: Event, quantity: number, phoneNumber = newPhone()): Promise<string> {
  await pay(stage, await prompted(stage, event, [quantity], { phoneNumber }), newReceipt())
  return phoneNumber
}

/** Dials up to the screen for the first type's quantity. `most` is the greatest on offer. */
async function offered(event: Event, phone = newPhone()) {
  const dialler = makeDialler(stage, phone)
  const { screen } = await dialler.dial(`${event.code}*1`)
  const most = /How many\? \(1-(\d+)\)/.exec(screen)?.[1]
  return { dialler, screen, most: most === undefined ? null : Number(most) }
}

const CASES: [what: string, EventSpec, had: number, most: number][] = [
  ['the limit per order', { types: [{ maxPerOrder: 3 }] }, 0, 3],
  ['the tickets that are left', { types: [{ capacity: 4, maxPerOrder: 6 }] }, 2, 2],
  ['the limit per phone', { maxPerPhone: 4 }, 0, 4],
  ['the rest of the limit per phone', { maxPerPhone: 4 }, 3, 1],
  ['the maximum of an M-Pesa payment', { types: [{ price: 60_000 }] }, 0, 4],
]

test.each(CASES)('a caller is offered %s, and gets it', async (_, spec, had, most) => {
  const event = await eventOf(spec)
  const phone = had > 0 ? await buy(event, had) : newPhone()
  const offer = await offered(event, phone)
  expect(offer.most, offer.screen).toBe(most)
  const more = await offer.dialler.type(String(most + 1))
  expect(more.screen).toContain(`At most ${most}.`)
  await offer.dialler.type(String(most))
  const placed = await offer.dialler.type('1')
  expect(placed).toMatchObject({ isOpen: false, screen: expect.stringMatching(/^KES [\d,]+: /) })
  // Sends the prompt now. Otherwise `prompted` in a later test would return this prompt.
  await stage.hurry()
})

test('a caller who has reached the limit reads so, and is offered no number', async () => {
  const event = await eventOf({ maxPerPhone: 4 })
  const { screen, most } = await offered(event, await buy(event, 4))
  expect(most).toBeNull()
  expect(screen).toMatch(/^Limit reached: 4 per phone number\.\nDerby Day /)
})

test('a caller is not offered tickets for which there is nothing to pay', async () => {
  const event = await eventOf({ types: [{ price: 0 }] })
  const { screen, most } = await offered(event)
  expect(most).toBeNull()
  expect(screen).toMatch(/^There is nothing to pay for these tickets\.\n/)
})

test('the tickets of an unpaid order do not count, because the new order replaces it', async () => {
  const event = await eventOf({ maxPerPhone: 4 })
  const phone = newPhone()
  const first = await place(stage, event, [3], { phoneNumber: phone })
  expect(first).toBeDefined()
  expect((await offered(event, phone)).most).toBe(4)
})

test('another number that may have fewer tickets is refused before the total', async () => {
  const event = await eventOf({ maxPerPhone: 4 })
  const other = await buy(event, 3)
  const { dialler } = await offered(event)
  await dialler.type('2')
  await dialler.type('2')
  const { screen } = await dialler.type(`0${other.slice(3)}`)
  expect(screen).toMatch(/^You can buy 1 more\. Limit: 4 per phone number\.\n[\s\S]*How many\?/)
})
