// Tests the sign-off of a phone by its steward, for example before the phone is returned.
import { expect, test } from 'vitest'
import { keepGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'

const gate = keepGate({ types: [{ name: 'Standard' }] })

const office = async (method: 'GET' | 'POST' | 'DELETE', url: string) => {
  const { headers } = gate.organizer
  return (await gate.stage.app.inject({ method, url, headers })).json()
}
const shown = async ({ id }: Phone) => {
  const { data } = await office('GET', `/api/gate_phones?event_id=${gate.event.id}`)
  return data.find((one: { id: string }) => one.id === id)
}
const ask = async (phone: Phone, path: string, payload?: object) => {
  const { headers } = phone
  const options = payload ? { method: 'POST' as const, payload } : {}
  const answer = await gate.stage.app.inject({ url: `/api/gate/${path}`, headers, ...options })
  return [answer.statusCode, answer.json().code]
}
const signOff = (phone: Phone, unsent = 0) => ask(phone, 'sign_off', { unsent })
const ENDED = [401, 'gate_phone_revoked']

// spec: gate-signed-off
test('a sign-off ends the credential immediately, and the back office shows its time and the unsent check-ins', async () => {
  const [phone, other] = [await pairPhone(gate), await pairPhone(gate)]
  expect(await shown(phone)).toMatchObject({ state: 'paired', signed_off_at: null })
  expect(await signOff(phone, 3)).toEqual([200, undefined])
  const { state, signed_off_at, unsent } = await shown(phone)
  expect([state, unsent]).toEqual(['signed_off', 3])
  const at = gate.stage.clock.now().getTime()
  expect(Math.abs(Date.parse(signed_off_at) - at)).toBeLessThan(60_000)
  expect(await ask(phone, 'list')).toEqual(ENDED)
  const { number } = await gate.buy([1])
  const row = { ticket_number: number, nonce: 'x', device_at: '' }
  expect(await ask(phone, 'check_ins', row)).toEqual(ENDED)
  // The second phone stays paired.
  expect((await shown(other)).state).toBe('paired')
  expect((await ask(other, 'list'))[0]).toBe(200)
  // The command view shows the phone as signed off, too.
  const { phones } = await office('GET', `/api/events/${gate.event.id}/entry`)
  expect(phones.find(({ id }: { id: string }) => id === phone.id).state).toBe('signed_off')
})

// spec: gate-signed-off
test('a sign-off of a phone that is signed off, revoked or paired again is refused as ended and changes nothing', async () => {
  const [twice, revoked, renewed] = [
    await pairPhone(gate),
    await pairPhone(gate),
    await pairPhone(gate),
  ]
  await signOff(twice)
  const before = await shown(twice)
  gate.stage.pass(60_000)
  expect(await signOff(twice, 5)).toEqual(ENDED)
  expect(await shown(twice)).toEqual(before)
  await office('DELETE', `/api/gate_phones/${revoked.id}`)
  expect(await signOff(revoked)).toEqual(ENDED)
  expect(await shown(revoked)).toMatchObject({ state: 'revoked', signed_off_at: null })
  await office('POST', `/api/gate_phones/${renewed.id}/code`)
  expect(await signOff(renewed)).toEqual(ENDED)
  expect(await shown(renewed)).toMatchObject({ state: 'waiting', signed_off_at: null })
})

// spec: gate-signed-off
test('a signed-off phone can be paired with a new code and gets a key that it did not know', async () => {
  const phone = await pairPhone(gate)
  await signOff(phone)
  const { code } = await office('POST', `/api/gate_phones/${phone.id}/code`)
  expect(await shown(phone)).toMatchObject({ state: 'waiting', signed_off_at: null })
  const { app } = gate.stage
  const again = await app.inject({ method: 'POST', url: '/api/gate/pair', payload: { code } })
  expect(again.json().version).toBe(phone.paired.version + 1)
  expect(await shown(phone)).toMatchObject({ state: 'paired', signed_off_at: null })
  // After the phone is paired again, requests with its old token still get the response that the
  // access has ended.
  expect(await signOff(phone)).toEqual(ENDED)
})
