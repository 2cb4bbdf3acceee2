// spec: free-given-back, free-given-back-refused
import { beforeEach, describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { askToGiveBack, giveBack, readFree, sellFree } from '../../../test/free.ts'
import { callApi } from '../../../test/http.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { readCode, sayCode, sendOn } from '../../../test/transfers.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { giveBackFree } from '../transfer/give-backs.ts'

const stage = keepStage()
let event: BuiltEvent
beforeEach(async () => {
  const types = [{ name: 'Regular', isFree: true, capacity: 10, maxPerOrder: 10 }]
  event = await buildEvent(stage.db, { title: 'Open Day', types })
})

const read = async (number: string) =>
  (await callApi(stage, { url: `/api/tickets/${number}`, remoteAddress: '10.1.0.2' })).body

const DONE = { state: 'refunded', hold: 'released', status: 'refunded' }

describe('a free ticket', () => {
  test('is given back on its page by a code to the phone that has it', async () => {
    const { orderId, number, phone } = await sellFree(stage, event, [3])
    expect(await read(number)).toMatchObject({ state: 'valid', quantity: 3, returnable: 3 })
    const asked = await askToGiveBack(stage, number)
    expect(asked.status).toBe(202)
    expect((await askToGiveBack(stage, number)).body).toEqual(asked.body)
    const { code, phone: coded } = await readCode(stage)
    expect(coded).toBe(phone)
    expect(stage.textsTo(phone).at(-1)).toBe(
      `${code} is your code to return 3 x Regular (Open Day). You cannot undo this. Not you? Don't share it. Valid 15 minutes.`,
    )
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await sayCode(stage, asked.body.id, wrong)).body.code).toBe('wrong_code')
    expect(await readFree(stage, { orderId })).toMatchObject([{ state: 'issued', sold: 3 }])
    const said = await sayCode(stage, asked.body.id, code)
    expect(said).toMatchObject({ status: 200, body: { state: 'done', admits: 3 } })
    // A repeated code changes nothing.
    expect((await sayCode(stage, asked.body.id, code)).body).toEqual(said.body)
    await stage.runJobs()
    expect(await readFree(stage, { orderId })).toEqual([{ ...DONE, back: 3, held: 0, sold: 0 }])
    expect(await read(number)).toMatchObject({
      ...{ state: 'void', void_reason: 'given_back', returnable: 0, sendable: 0 },
    })
    expect(stage.textsTo(phone).at(-1)).toBe(
      'You returned 3 x Regular (Open Day). The ticket is no longer valid. Thank you.',
    )
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('is given back for some of its people, and the order ends with the last', async () => {
    const { orderId, number, phone } = await sellFree(stage, event, [3])
    expect((await giveBack(stage, number, 1)).body).toMatchObject({ admits: 1 })
    expect(stage.textsTo(phone).at(-1)).toBe(
      'You returned 1 x Regular (Open Day). The ticket now admits 2.',
    )
    const left = { state: 'issued', hold: 'sold', status: 'paid' }
    expect(await readFree(stage, { orderId })).toEqual([{ ...left, back: 1, held: 0, sold: 2 }])
    expect(await read(number)).toMatchObject({ state: 'valid', quantity: 2, returnable: 2 })
    const many = await askToGiveBack(stage, number, 3)
    expect([many.status, many.body.code]).toEqual([409, 'too_many_people'])
    await giveBack(stage, number, 2)
    expect(await readFree(stage, { orderId })).toEqual([{ ...DONE, back: 3, held: 0, sold: 0 }])
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('is for sale again immediately, and no longer counts for its phone', async () => {
    const types = [{ isFree: true, capacity: 1, maxPerOrder: 1 }]
    const small = await buildEvent(stage.db, { types })
    const { phone, number } = await sellFree(stage, small)
    await expect(sellFree(stage, small)).rejects.toMatchObject({ code: 'sold_out' })
    await giveBack(stage, number)
    await sellFree(stage, small, [1], { phone })
  })

  test('that went to a friend is given back by the friend', async () => {
    const { orderId, number, phone } = await sellFree(stage, event, [2])
    const friend = newPhone()
    const [theirs] = await sendOn(stage, number, { phone: friend, admits: 1 })
    await giveBack(stage, theirs!)
    expect(stage.textsTo(friend).at(-1)).toMatch(/^You returned 1 x Regular/)
    expect(stage.textsTo(phone).at(-1)).not.toMatch(/^You returned/)
    expect(await readFree(stage, { orderId })).toMatchObject([{ state: 'issued', sold: 1 }])
    expect(await read(number)).toMatchObject({ state: 'valid', quantity: 1 })
    await giveBack(stage, number)
    expect(await readFree(stage, { orderId })).toEqual([{ ...DONE, back: 2, held: 0, sold: 0 }])
  })

  test('of a phone that proved itself needs no code; another phone has no such ticket', async () => {
    const { orderId, ticketId, phone } = await sellFree(stage, event, [2])
    const give = (provenPhone: string, people: number | null = null) =>
      giveBackFree(stage.deps, { ticketId, people, by: { provenPhone } })
    await expect(give(newPhone())).rejects.toMatchObject({ code: 'no_such_ticket' })
    expect(await give(phone, 1)).toEqual({ people: 1 })
    expect(await give(phone)).toEqual({ people: 1 })
    expect(await readFree(stage, { orderId })).toEqual([{ ...DONE, back: 2, held: 0, sold: 0 }])
    await expect(give(phone)).rejects.toMatchObject({ code: 'give_back_void' })
  })

  test('is not returned with people inside, once its event is cancelled, or once the doors are open', async () => {
    const refusal = async ({ number }: { number: string }) =>
      (await askToGiveBack(stage, number)).body.code
    const inside = await sellFree(stage, event, [2])
    await stage.db
      .updateTable('ticket')
      .set({ admitted: 1 })
      .where('id', '=', inside.ticketId)
      .execute()
    expect(await refusal(inside)).toBe('people_inside')
    expect(await read(inside.number)).toMatchObject({ returnable: 0 })
    const sold = await sellFree(stage, event)
    const set = (change: { cancelled_at?: Date | null; date?: string; time?: string }) =>
      stage.db.updateTable('event').set(change).where('id', '=', event.id).execute()
    await set({ cancelled_at: stage.clock.now() })
    expect(await refusal(sold)).toBe('give_back_void')
    const soon = (hours: number) => {
      const [date = '', time = ''] = nairobiDateTime(
        new Date(stage.clock.now().getTime() + hours * 3600_000),
      ).split(' ')
      return { cancelled_at: null, date, time }
    }
    await set(soon(5.9))
    expect(await refusal(sold)).toBe('give_back_closed')
    await set(soon(6.1))
    expect((await askToGiveBack(stage, sold.number)).status).toBe(202)
    // The doors open between the request and the code.
    const { code } = await readCode(stage)
    const asked = await askToGiveBack(stage, sold.number)
    await set(soon(5.9))
    expect((await sayCode(stage, asked.body.id, code)).body.code).toBe('give_back_closed')
    expect(await readFree(stage, sold)).toMatchObject([{ state: 'issued', back: 0 }])
  })

  test('for a table is returned whole; neither a part nor a guest with a share can', async () => {
    const types = [{ name: 'Table of 10', isFree: true, soldIn: 10, capacity: 20 }]
    const tables = await buildEvent(stage.db, { types })
    const [whole, shared] = [await sellFree(stage, tables), await sellFree(stage, tables)]
    expect(await read(whole.number)).toMatchObject({ returnable: 10, is_returned_whole: true })
    const part = await askToGiveBack(stage, whole.number, 4)
    expect([part.status, part.body.code]).toEqual([409, 'returned_whole'])
    expect((await giveBack(stage, whole.number)).body).toMatchObject({ admits: 10 })
    expect(await readFree(stage, whole)).toMatchObject([{ ...DONE, back: 10, sold: 10 }])
    const [guests] = await sendOn(stage, shared.number, { phone: newPhone(), admits: 3 })
    for (const number of [shared.number, guests!]) {
      expect(await read(number)).toMatchObject({ returnable: 0 })
      expect((await askToGiveBack(stage, number)).body.code).toBe('returned_whole')
    }
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('is the only one that is returned: a paid ticket is not', async () => {
    const paid = await buildEvent(stage.db, { types: [{ price: 500 }] })
    const order = await prompted(stage, paid)
    await pay(stage, order, newReceipt())
    const { id, number } = await stage.db
      .selectFrom('ticket')
      .select(['id', 'number'])
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const asked = await askToGiveBack(stage, number)
    expect([asked.status, asked.body.code]).toEqual([409, 'ticket_not_free'])
    expect(await read(number)).toMatchObject({ state: 'valid', returnable: 0 })
    const by = { provenPhone: order.push.phone }
    const proven = giveBackFree(stage.deps, { ticketId: id, people: null, by })
    await expect(proven).rejects.toMatchObject({ code: 'ticket_not_free' })
  })
})
