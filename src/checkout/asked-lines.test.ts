import { describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { requestOrder } from '../../test/http.ts'
import { endHolds, prompted, readStock, tryAgain } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import type { OrderRequest } from './checkout.contract.ts'

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '1000', HOLD_SHARE_PER_ADDRESS: '100' })

const ask = async (request: OrderRequest) => {
  const answer = await requestOrder(stage, request)
  return [answer.statusCode, answer.json().code]
}

const heldOf = async ({ types }: BuiltEvent) =>
  await Promise.all(types.map(async ({ id }) => (await readStock(stage, id)).held))

/**
 * Removes the ticket type although it has tickets left, as an organizer does by saving the event
 * without this type.
 */
async function remove(typeId: string): Promise<void> {
  await stage.db
    .updateTable('ticket_type')
    .set({ archived_at: stage.clock.now() })
    .where('id', '=', typeId)
    .execute()
}

describe('the amounts that a browser shows', () => {
  test('are compared line by line, even if the total is right', async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 100 }, { price: 300 }] })
    const request = orderFor(event, [1, 1])
    const [one, other] = request.tickets
    const tickets = [
      { ...one!, amount: 300 },
      { ...other!, amount: 100 },
    ]
    expect(await ask({ ...request, tickets })).toEqual([409, 'amount_changed'])
    expect(await heldOf(event)).toEqual([0, 0])
  })
})

describe('a quantity of a type whose orders hold two at most:', () => {
  test.each([
    [2, [202, undefined]],
    [3, [422, 'too_many']],
  ])('of %d gets the expected result', async (quantity, expected) => {
    const event = await buildEvent(stage.db, { types: [{ maxPerOrder: 2 }] })
    expect(await ask(orderFor(event, [quantity]))).toEqual(expected)
    expect(await heldOf(event)).toEqual([quantity === 2 ? 2 : 0])
  })
})

describe('a type that the event does not offer', () => {
  test('because it is being removed sells no more, though some are left', async () => {
    const event = await buildEvent(stage.db, { types: [{}, {}] })
    await remove(event.types[0]!.id)
    expect(await ask(orderFor(event, [1]))).toEqual([404, 'unknown_ticket_type'])
    // The whole order is refused, although its other line is valid.
    expect(await ask(orderFor(event, [1, 1]))).toEqual([404, 'unknown_ticket_type'])
    expect(await heldOf(event)).toEqual([0, 0])
  })

  test('because it was removed while its order had expired is not taken again', async () => {
    const event = await buildEvent(stage.db)
    const { orderId } = await prompted(stage, event)
    await endHolds(stage)
    await remove(event.types[0]!.id)
    const { status, body } = await tryAgain(stage, orderId)
    expect([status, body.code]).toEqual([409, 'sold_out'])
    expect(await heldOf(event)).toEqual([0])
  })

  test("because it is another event's is not sold with this one", async () => {
    const event = await buildEvent(stage.db)
    const other = await buildEvent(stage.db)
    const request = { ...orderFor(other), eventId: event.id }
    expect(await ask(request)).toEqual([404, 'unknown_ticket_type'])
    const both = orderFor({ ...event, types: [...event.types, ...other.types] }, [1, 1])
    expect(await ask(both)).toEqual([404, 'unknown_ticket_type'])
    expect([await heldOf(event), await heldOf(other)]).toEqual([[0], [0]])
  })
})

test.each([
  ['phone', () => ({ phoneNumber: newPhone() })],
  ['email', () => ({ email: 'asha@example.com' })],
])('the same id with another %s is another order, and is refused', async (_what, change) => {
  const event = await buildEvent(stage.db)
  const first = await prompted(stage, event)
  const request = orderFor(event, [1], { orderId: first.orderId, phoneNumber: first.phoneNumber })
  expect(await ask({ ...request, ...change() })).toEqual([409, 'order_conflict'])
})
