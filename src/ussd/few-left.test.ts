// Tests that a caller learns how many tickets are left, and is offered them.
import { describe, expect, test } from 'vitest'
import { buildEvent, newPhone, type TypeSpec } from '../../test/build.ts'
import { dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { place } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

async function eventOf(...types: TypeSpec[]) {
  const event = await buildEvent(stage.db, { types })
  return { ...event, code: await dialCodeOf(stage, event.id), typeId: event.types[0]!.id }
}

/** Dials up to the screen with the total of `quantity` tickets of the first type. */
async function toTotal({ code }: { code: string }, quantity: number) {
  const dialler = makeDialler(stage, newPhone())
  await dialler.dial(`${code}*1*${quantity}`)
  return dialler
}

async function setStock(typeId: string, stock: { held?: number; sold?: number }) {
  await stage.db.updateTable('ticket_type').set(stock).where('id', '=', typeId).execute()
}

// spec: few-left-offered
describe('a caller who wants more tickets than are left', () => {
  test('is offered the rest with its total, takes it, or chooses other tickets', async () => {
    const event = await eventOf({ name: 'One', capacity: 3 }, { name: 'Two' })
    const dialler = await toTotal(event, 3)
    await place(stage, event, [2])
    const few = await dialler.type('1')
    const offer = 'Only 1 of 3 is left.\n1 Take 1: KES 100\n2 Choose other tickets\n0 Back'
    expect(few).toEqual({ isOpen: true, screen: offer })
    expect((await dialler.type('2')).screen).toMatch(/\n1 One 100 \(1 left\)\n2 Two 100\n/)
    expect((await dialler.type('0')).screen).toBe(offer)
    const taken = await dialler.type('1')
    expect(taken).toMatchObject({ isOpen: false, screen: expect.stringMatching(/^KES 100: /) })
    expect(await dialler.again()).toEqual(taken)
    const orders = await stage.db
      .selectFrom('order')
      .select('amount_cents')
      .where('phone', '=', dialler.phone)
      .execute()
    expect(orders).toEqual([{ amount_cents: 100_00 }])
  })

  test('comes back to the total of the rest', async () => {
    const event = await eventOf({ name: 'One', capacity: 3 })
    const dialler = await toTotal(event, 3)
    await setStock(event.typeId, { sold: 1 })
    const few = await dialler.type('1')
    expect(few.screen).toMatch(/^Only 2 of 3 are left\.\n1 Take 2: KES 200\n/)
    expect((await dialler.type('0')).screen).toMatch(/^2 x One\n/)
  })
})

// spec: all-taken
test('while unpaid orders hold all tickets, the event offers none, and offers them again once one returns', async () => {
  const event = await eventOf({ name: 'One', capacity: 1 })
  await setStock(event.typeId, { held: 1 })
  const dialler = makeDialler(stage)
  expect((await dialler.dial(event.code)).screen).toMatch(
    /^Derby Day \w+ \d+ \w+ 3PM\nAll tickets are being bought right now\. Unpaid ones return within minutes\.(\n0 Back)?$/,
  )
  await setStock(event.typeId, { held: 0 })
  expect((await makeDialler(stage).dial(event.code)).screen).toContain('\n1 One 100 (1 left)')
})

// spec: ussd-no-types
test('an event without ticket types says where its tickets are, in both languages', async () => {
  const event = await buildEvent(stage.db, { types: [] })
  const code = await dialCodeOf(stage, event.id)
  const dialler = makeDialler(stage)
  expect((await dialler.dial(code)).screen).toMatch(
    /^Derby Day \w+ \d+ \w+ 3PM\nTickets at the gate\n0 Back$/,
  )
  const swahili = makeDialler(stage)
  await swahili.dial()
  await swahili.type('6')
  expect((await swahili.type(code)).screen).toMatch(/\nTiketi langoni\n0 /)
})

// spec: own-order-offered
test('a caller whose own order is being paid is offered that order instead of another one', async () => {
  const event = await eventOf({ name: 'One' })
  const dialler = await toTotal(event, 1)
  await dialler.type('1')
  await stage.hurry()
  await dialler.dial(`${event.code}*1*1`)
  const refused = await dialler.type('1')
  expect(refused.screen).toMatch(
    /^A payment for this event is in progress.*\n1 Continue your order\n0 Back$/,
  )
  expect((await dialler.type('1')).screen).toMatch(/^KES 100: M-PESA has prompted 07/)
})

// spec: ussd-same-stock
test('a caller whose last ticket is sold is told so', async () => {
  const event = await eventOf({ name: 'One', capacity: 1 }, { name: 'Two' })
  const dialler = await toTotal(event, 1)
  await setStock(event.typeId, { sold: 1 })
  const gone = await dialler.type('1')
  expect(gone.screen).toMatch(/^These tickets are sold out\.\n.*\n1 One 100 \(sold out\)\n2 Two/)
})

// spec: ussd-same-stock
test('a caller whose last ticket is taken while the screen is open is told, and may choose another type', async () => {
  const event = await eventOf({ name: 'One', capacity: 1 }, { name: 'Two' })
  const dialler = await toTotal(event, 1)
  await place(stage, event)
  const gone = await dialler.type('1')
  const taken = /^These tickets are being bought .*\n.*\n1 One 100 \(taken now\)\n2 Two 100\n0/
  expect(gone.screen).toMatch(taken)
  expect((await dialler.type('1')).screen).toMatch(taken)
  expect((await dialler.type('2')).screen).toContain('How many? (1-10)')
})
