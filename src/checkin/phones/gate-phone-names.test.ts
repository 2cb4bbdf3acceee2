import { expect, test } from 'vitest'
import { keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'

const gate = keepGate({ types: [{ name: 'VIP' }] })

const make = (name: string) =>
  callApi(gate.stage, {
    method: 'POST',
    url: '/api/gate_phones',
    headers: gate.organizer.headers,
    payload: { event_id: gate.event.id, name, phone: '0712345678' },
  })

// spec: stranger-words
test('the name of a gate phone must not seem to come from a bank or an authority, and has no link', async () => {
  const before = gate.stage.sent.length
  for (const name of [
    'Kenya Police',
    'KCB: you won',
    'K.R.A',
    'Safaricоm',
    'bit.ly/3x',
    'KES 500',
  ]) {
    const refused = await make(name)
    expect([refused.status, refused.body.field], name).toEqual([422, 'name'])
    expect(refused.body.error).toContain('People read this in SMS.')
  }
  expect((await make('Lango Kuu 1/2')).status).toBe(201)
  await gate.stage.runJobs()
  expect(gate.stage.sent).toHaveLength(before + 1)
})
