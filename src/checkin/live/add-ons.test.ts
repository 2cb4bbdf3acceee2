import { beforeAll, expect, test } from 'vitest'
import { foldCheckIns } from '../../../test/fold-check-ins.ts'
import { keepGate } from '../../../test/gate.ts'
import { pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { drawTicketNumber } from '../../tickets/issuing/ticket-numbers.ts'
import { readPayload } from '../../tickets/number.rules.ts'

const gate = keepGate({})
let entrance: string
let bar: string
beforeAll(async () => {
  entrance = await gate.gateId('Gate A')
  bar = await gate.gateId('Bar 1')
})

const statsOf = async (p_event_id: string) =>
  (
    await callApi(gate.stage, {
      method: 'POST',
      url: '/api/rpc/get_event_validation_stats',
      headers: gate.organizer.headers,
      payload: { p_event_id },
    })
  ).body

// spec: add-on-figures
test('inside, entries a minute and the figures count entries only; redemptions stand apart', async () => {
  const { stage } = gate
  const event = await gate.build({
    types: [
      { name: 'Regular', gates: ['Gate A'] },
      { name: 'Drinks', kind: 'add_on', gates: ['Bar 1'] },
    ],
  })
  const own = { ...gate, event }
  const { orderId } = await gate.buy([2, 3], event)
  const tickets = stage.db.selectFrom('ticket').select('number').where('order_id', '=', orderId)
  const numbers = (await tickets.execute()).map(({ number }) => number)
  const drinks = numbers.find((number) => readPayload(number).kind === 'add_on')!
  const regular = numbers.find((number) => number !== drinks)!
  const phone = await pairPhone(own)
  await phone.ask({ ticket_number: regular, gate_id: entrance })
  await phone.ask({ ticket_number: drinks, gate_id: bar, admits: 2 })
  await phone.ask({ ticket_number: drinks, gate_id: entrance, admits: 1 })
  const minted = drawTicketNumber(0, 0, Buffer.alloc(32, 7))
  await phone.tell([{ ticket_number: minted, gate_id: bar, by_proof: true, let_in: 1 }])
  const { headers } = gate.organizer
  const read = async (url: string) => (await callApi(stage, { url, headers })).body
  for (const isFolded of [false, true]) {
    if (isFolded) await foldCheckIns(stage)
    const live = await read(`/api/events/${event.id}/entry`)
    expect(live.inside).toBe(2)
    expect(live.entries_a_minute.reduce((sum: number, people: number) => sum + people, 0)).toBe(2)
    const gateNamed = (wanted: string) =>
      live.gates.find(({ name }: { name: string }) => name === wanted)
    expect(gateNamed('Bar 1')).toMatchObject({ inside: 0, let_in: 0, redeemed: 2 })
    expect(gateNamed('Bar 1').redeems).toEqual(['Drinks'])
    expect(gateNamed('Gate A')).toMatchObject({ inside: 2, let_in: 2, refused: 1 })
    expect(gateNamed('Gate A')).not.toHaveProperty('redeems')
    expect(live.alarms).toMatchObject([{ kind: 'never_sold', ticket_number: minted }])
    expect(await statsOf(event.id)).toMatchObject([{ unique_tickets: 1, redemption_rate: 1 }])
  }
  const { data } = await read(`/api/ticket_validations?event_id=${event.id}`)
  expect(data.map((row: { add_on?: string; let_in: number }) => [row.add_on, row.let_in])).toEqual([
    [undefined, 1],
    ['Drinks', 0],
    ['Drinks', 2],
    [undefined, 2],
  ])
  const { data: found } = await read(`/api/gate/find?q=${drinks}&event_id=${event.id}`)
  expect(found).toMatchObject([{ kind: 'add_on', admits: 3, left: 1, gate: 'Bar 1' }])
})
