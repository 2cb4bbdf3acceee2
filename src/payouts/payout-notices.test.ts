import { describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { newPhone } from '../../test/build.ts'
import { callApi } from '../../test/http.ts'
import { type Account, callFor, givePayoutAccount, soldEvent } from '../../test/payouts.ts'
import { keepStage } from '../../test/stage.ts'
import { buildMember } from '../../test/team.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { addBusinessDays } from '../refunds/business-days.rules.ts'

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

// spec: payout-requester
describe('the payout that a member of the team requested', () => {
  async function requested() {
    const [admin, owner] = [await buildAccount(stage, 'admin'), await buildAccount(stage)]
    const event = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const member = await buildMember(stage, { organizerId: owner.id, role: 'money' })
    const full_name = 'Peter Otieno'
    await stage.db.updateTable('account').set({ full_name }).where('id', '=', member.id).execute()
    const body = { event_id: event.id, amount: 800 }
    const { id } = (await callFor(stage, member, 'POST /api/payouts', body)).body
    const mailsTo = async ({ email }: Account) => {
      await stage.runJobs()
      return stage.mails
        .filter(({ to }) => to === email)
        .map(({ subject, text }) => [subject.replace(`: ${event.title}`, ''), text.split('\n')[2]])
    }
    return { admin, owner, member, event, id, mailsTo }
  }
  const asked = (title: string) => [
    'Payout requested',
    `Peter Otieno requested a payout of KES 800 of ${title} to M-PESA 0712 345 678. If this is not what you want, withdraw the request:`,
  ]

  test('is announced to the owner, and both get the emails about approval and refusal', async () => {
    const { admin, owner, member, event, id, mailsTo } = await requested()
    expect(await mailsTo(owner)).toEqual([asked(event.title)])
    const read = async (who: Account) =>
      (await callFor(stage, who, `GET /api/events/${event.id}/payouts`)).body.payouts[0]
    expect(await read(owner)).toMatchObject({ requested_by: 'Peter Otieno' })
    expect(await read(member)).toMatchObject({ requested_by: null })
    await callFor(stage, admin, `POST /api/payouts/${id}/refuse`, { words: 'No ID' })
    const refused = 'requested was refused: No ID'
    expect((await mailsTo(owner)).slice(1)).toEqual([
      ['Payout refused', `The payout of KES 800 that Peter Otieno ${refused}`],
    ])
    expect(await mailsTo(member)).toEqual([
      ['Payout refused', `The payout of KES 800 that you ${refused}`],
    ])
  })

  test('is sent with an email to both', async () => {
    const { admin, owner, member, id, mailsTo } = await requested()
    await callFor(stage, admin, `POST /api/payouts/${id}/approve`)
    const part = stage.db.selectFrom('payout_part').select('id').where('payout_id', '=', id)
    const partId = (await part.executeTakeFirstOrThrow()).id
    await stage.db
      .updateTable('payout_part')
      .set({ state: 'manual', next_at: null })
      .where('id', '=', partId)
      .execute()
    const words = 'The number is closed'
    await callFor(stage, admin, `POST /api/payout_parts/${partId}/give_back`, { words })
    const approved = 'requested was approved. It goes to M-PESA 0712 345 678.'
    const back = `KES 800 was not sent to M-PESA 0712 345 678: ${words}. It is in the balance again.`
    expect((await mailsTo(owner)).slice(1)).toEqual([
      ['Payout approved', `The payout of KES 800 that Peter Otieno ${approved}`],
      ['Payout not sent', `${back} Peter Otieno requested this payout.`],
    ])
    expect(await mailsTo(member)).toEqual([
      ['Payout approved', `The payout of KES 800 that you ${approved}`],
      ['Payout not sent', `${back} You requested this payout.`],
    ])
  })

  test('is withdrawn by the owner with an email to the member only', async () => {
    const { owner, member, event, id, mailsTo } = await requested()
    await callFor(stage, owner, `POST /api/payouts/${id}/refuse`, { words: 'Not yet' })
    expect(await mailsTo(owner)).toEqual([asked(event.title)])
    expect(await mailsTo(member)).toHaveLength(1)
  })

  test('is decided without an email to a member who lost the right', async () => {
    const { admin, owner, member, id, mailsTo } = await requested()
    const role = stage.db.updateTable('member').set({ role: 'editor' })
    await role.where('account_id', '=', member.id).execute()
    await callFor(stage, admin, `POST /api/payouts/${id}/approve`)
    expect(await mailsTo(owner)).toHaveLength(2)
    expect(await mailsTo(member)).toEqual([])
  })
})

// spec: payout-decision-days
test('a request that waits says by when we decide, and is late after that day', async () => {
  const [admin, owner] = [await buildAccount(stage, 'admin'), await buildAccount(stage)]
  const { id } = await soldEvent(stage, owner)
  await givePayoutAccount(stage, owner)
  const payout = await callFor(stage, owner, 'POST /api/payouts', { event_id: id, amount: 800 })
  const today = nairobiDate(stage.clock.now())
  const decide_by = addBusinessDays(today, 2)
  expect(payout.body).toMatchObject({ decide_by, is_late: false })
  const known = async () => {
    const { data } = (await callFor(stage, admin, 'GET /api/work_list?group=payouts')).body
    return data.find(({ key }: { key: string }) => key === payout.body.id).known
  }
  expect(await known()).not.toContain('Late')
  const asked_at = new Date(stage.clock.now().getTime() - 8 * 86_400_000)
  await stage.db.updateTable('payout').set({ asked_at }).where('id', '=', payout.body.id).execute()
  const { body } = await callFor(stage, owner, `GET /api/events/${id}/payouts`)
  expect(body).toMatchObject({ decision_days: 2, payouts: [{ is_late: true }] })
  expect(await known()).toContain('Late: requested more than 2 business days ago.')
})
