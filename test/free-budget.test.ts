// spec: free-order-budget
// Tests that strangers who request codes take no free ticket away from buyers who need no code.
import { expect, test } from 'vitest'
import { orderFor } from './build.ts'
import { dialCodeOf, makeDialler } from './dialler.ts'
import { openDoor } from './door.ts'
import { keepGate } from './gate.ts'
import { callApi } from './http.ts'

const gate = keepGate({}, { BUDGET_CODES: '3', BUDGET_FREE: '3' })

test('when the codes of an organizer are used up, USSD and the door still give free tickets', async () => {
  const { stage } = gate
  const { event, sell, give, stock } = await openDoor(gate, [{ isFree: true }])
  const requestCode = () =>
    callApi(stage, {
      ...{ method: 'POST', url: '/api/functions/mpesa' },
      headers: { prefer: 'respond-async', 'accept-language': 'en' },
      payload: orderFor(event, [1], { payBy: 'free' }),
    })
  for (let sent = 1; sent <= 3; sent++) expect((await requestCode()).status).toBe(202)
  expect(await requestCode()).toMatchObject({
    status: 429,
    body: { error: expect.stringMatching(/^We cannot send more codes for free tickets from this/) },
  })
  const dialler = makeDialler(stage)
  await dialler.dial(`${await dialCodeOf(stage, event.id)}*1*1`)
  expect((await dialler.type('1')).screen).toMatch(/^Done\. Your free ticket comes by SMS/)
  expect(await sell(give())).toMatchObject({ status: 200, body: { status: '0' } })
  expect(await stock()).toMatchObject({ sold: 2 })
})
