// spec: figures-units-add-ons
import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { playRefunds } from '../../../test/refund-world.ts'
import { bought } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import type { TransactionReply } from './transactions.contract.ts'

const stage = keepStage()

test('transactions and their tickets say what is sold as one and what is an add-on', async () => {
  const owner = await buildAccount(stage)
  const event = await buildEvent(stage.db, {
    organizerId: owner.id,
    types: [
      { name: 'Table of 10', soldIn: 10, price: 5000, capacity: 100 },
      { name: 'Regular', price: 400 },
      { name: 'Drinks', kind: 'add_on', soldIn: 3, price: 300 },
    ],
  })
  await bought({ stage, world: playRefunds(stage) }, event, [1, 1, 1])
  const read = async (url: string) => (await callApi(stage, { url, headers: owner.headers })).body
  const { data } = await read(`/api/transactions?event_id=${event.id}`)
  const sold = (data as TransactionReply[]).map(
    ({ quantity, ticket_type: { id: _, ...type } }) => ({
      quantity,
      ...type,
    }),
  )
  expect(sold).toEqual(
    expect.arrayContaining([
      { quantity: 10, name: 'Table of 10', sold_in: 10 },
      { quantity: 1, name: 'Regular' },
      { quantity: 3, name: 'Drinks', sold_in: 3, kind: 'add_on' },
    ]),
  )
  const { tickets } = await read(`/api/transactions/${data[0].id}`)
  expect(tickets).toMatchObject([
    { ticket_type: 'Table of 10', sold_in: 10, admits: 10 },
    { ticket_type: 'Regular', admits: 1 },
    { ticket_type: 'Drinks', kind: 'add_on', admits: 3 },
  ])
  expect(tickets[1]).not.toHaveProperty('sold_in')
})
