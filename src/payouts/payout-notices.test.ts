import { expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { newPhone } from '../../test/build.ts'
import { callApi } from '../../test/http.ts'
import { type Account, callFor, givePayoutAccount, soldEvent } from '../../test/payouts.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

// spec: own-phone
test('an admin gets an SMS about a requested payout, and its organizer one about the approval', async () => {
  const [admin, owner] = [await buildAccount(stage, 'admin'), await buildAccount(stage)]
  const { id, title } = await soldEvent(stage, owner)
  await givePayoutAccount(stage, owner)
  const [ours, theirs] = [newPhone(), newPhone()]
  const setPhone = async ({ headers }: Account, phone: string) => {
    const put = { method: 'PUT', url: '/api/auth/phone', headers, payload: { phone } } as const
    expect(await callApi(stage, put)).toMatchObject({ status: 200 })
  }
  await setPhone(admin, ours)
  await setPhone(owner, theirs)
  const payout = await callFor(stage, owner, 'POST /api/payouts', { event_id: id, amount: 800 })
  await callFor(stage, admin, `POST /api/payouts/${payout.body.id}/approve`)
  await stage.runJobs()
  const { publicOrigin } = stage.env
  expect([stage.textsTo(ours), stage.textsTo(theirs)]).toEqual([
    [`Lango: Payout requested: ${title}. ${publicOrigin}/organizer/work-list`],
    [`Lango: Payout approved: ${title}. ${publicOrigin}/organizer/events/${id}/statement`],
  ])
})
