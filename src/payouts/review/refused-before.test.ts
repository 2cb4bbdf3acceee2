// spec: payout-review
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { type Account, callFor, givePayoutAccount, sellTicket } from '../../../test/payouts.ts'
import { keepStage } from '../../../test/stage.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { formatDay } from '../../ui/office/formats.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Account
let owner: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
})

async function refusedBefore(payoutId: string): Promise<string | undefined> {
  const { body } = await callFor(stage, admin, `GET /api/payouts/${payoutId}/review`)
  return body.facts.find(({ label }: TaskFact) => label === 'Refused before')?.text
}

test('an admin reads why the request before was refused, until another payout is approved', async () => {
  const event = await buildEvent(stage.db, { organizerId: owner.id, types: [{ price: 1000 }] })
  await sellTicket(stage, event)
  const request = async (amount: number): Promise<string> => {
    const body = { event_id: event.id, amount }
    const asked = await callFor(stage, owner, 'POST /api/payouts', body)
    expect(asked.status).toBe(201)
    return asked.body.id
  }
  const decide = async (id: string, verb: string, body: object = {}) =>
    expect((await callFor(stage, admin, `POST /api/payouts/${id}/${verb}`, body)).status).toBe(200)
  const first = await request(500)
  expect(await refusedBefore(first)).toBeUndefined()
  await decide(first, 'refuse', { words: 'Please send us the booking of the hall.' })
  const second = await request(400)
  const today = formatDay(nairobiDate(stage.clock.now()))
  expect(await refusedBefore(second)).toBe(
    `KES 500 on ${today}: Please send us the booking of the hall.`,
  )
  const withdrawal = { words: 'Withdrawn by the organizer' }
  const withdrawn = await callFor(stage, owner, `POST /api/payouts/${second}/refuse`, withdrawal)
  expect(withdrawn.status).toBe(200)
  const third = await request(300)
  expect(await refusedBefore(third)).toContain('Please send us the booking of the hall.')
  await decide(third, 'approve')
  expect(await refusedBefore(await request(100))).toBeUndefined()
})
