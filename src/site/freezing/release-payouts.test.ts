// The facts on which an admin releases frozen payouts, and the words to the organizer.
// spec: payouts-frozen
import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { callApi } from '../../../test/http.ts'
import { callFor, soldEvent } from '../../../test/payouts.ts'
import { keepStage } from '../../../test/stage.ts'
import type { TaskFact } from '../../platform/tasks/tasks.contract.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { formatShortDate } from '../../ui/dates.rules.ts'
import { freezeTaskKinds } from './freeze-tasks.rules.ts'

type Row = { kind: string; key: string; facts: TaskFact[] }

const DAY = 24 * 3600_000
const stage = keepStage({ PAYOUT_FREEZE_COMPLAINTS: '2' })

test('payouts are released on reports, organizer, date, tickets and balance, and the statement says why', async () => {
  const admin = await buildAccount(stage, 'admin')
  const owner = await buildAccount(stage)
  const { id } = await soldEvent(stage, owner)
  for (let n = 1; n <= 3; n++) {
    const payload = { reason: 'fake', words: 'There was no such show' }
    const url = `/api/events/${id}/complaints`
    await callApi(stage, { method: 'POST', url, payload, remoteAddress: `10.7.1.${n}` })
  }
  const date = nairobiDate(new Date(stage.clock.now().getTime() - 2 * DAY))
  await stage.db.updateTable('event').set({ date }).where('id', '=', id).execute()
  await stage.sweep(['payouts to freeze'])
  const rowsOf = async (kind: string): Promise<Row[]> => {
    const { body } = await callFor(stage, admin, 'GET /api/work_list?limit=100')
    return body.data.filter((row: Row) => row.kind === kind)
  }
  const [settled, open] = await rowsOf('event_reported')
  const found = { words: 'It took place' }
  const settle = `POST /api/complaints/${settled!.key}/settle`
  expect((await callFor(stage, admin, settle, found)).status).toBe(200)
  const [row] = await rowsOf('payouts_frozen')
  const report = expect.stringMatching(
    /: it looks fake or like a scam, 'There was no such show'\.$/,
  )
  expect(row!.facts).toMatchObject([
    { label: 'Date', text: formatShortDate(date, stage.clock.now()) },
    { label: 'Tickets', text: '1 ticket sold, none checked in', is_warning: true },
    { label: 'Organizer', text: expect.stringContaining('. Account since ') },
    { label: 'Sold', text: 'KES 1,000, 1 ticket' },
    { label: 'Paid out already', text: 'Nothing of this event' },
    { label: "Organizer's payouts", text: 'None waiting' },
    { label: "Event's balance", text: 'KES 1,000' },
    { label: 'Report 1', text: expect.stringMatching(/ Settled\.$/) },
    {
      ...{ label: 'Report 2', text: report },
      link: { to: `/organizer/work-list?group=events&task=event_reported:${open!.key}` },
    },
    { label: 'Report 3', text: report },
  ])
  expect(row!.facts[7]).not.toHaveProperty('link')
  const [action] = freezeTaskKinds.payouts_frozen.actions
  expect(action?.form?.final).toBe('The payouts of this event cannot be frozen again.')
  const review = async () =>
    (await callFor(stage, owner, `GET /api/events/${id}/payouts`)).body.review
  expect(await review()).toBe('open')
  const release = await callFor(stage, admin, `POST /api/events/${id}/payouts/release`, found)
  expect(release.status).toBe(200)
  expect(await review()).toBe('done')
  await stage.runJobs()
  const mails = stage.mails.filter(({ to }) => to === owner.email)
  expect(mails.at(-1)?.text).toContain('Its money can be paid out again.')
})
