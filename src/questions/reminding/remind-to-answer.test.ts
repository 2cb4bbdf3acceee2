import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'
import { nameQuestion, putAnswers, putQuestions, question } from '../../../test/questions.ts'
import { addMember } from '../../../test/team.ts'
import { sendOn } from '../../../test/transfers.ts'
import { SMS_MAX_SEPTETS, septets } from '../../messages/sms.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { askingSms } from './asking-sms.rules.ts'
import { remindToAnswer } from './remind-to-answer.job.ts'

const gate = keepGate({}, { BUDGET_MOVES: '3' })

/** An event that asks for a size and a name. Returns the ids of the questions. */
async function asking(): Promise<{ event: BuiltEvent; size: string; name: string }> {
  const event = await gate.build({ title: 'City Run', types: [{ name: 'Run' }] })
  const wanted = [question('Size?'), nameQuestion('Name?')]
  const { body } = await putQuestions(gate.stage, event.id, gate.admin, wanted)
  return { event, size: body[0].id, name: body[1].id }
}

const press = async (eventId: string, { headers } = gate.organizer) =>
  await callApi(gate.stage, {
    method: 'POST',
    url: `/api/events/${eventId}/answers/reminders`,
    headers,
  })
const toRemind = async (eventId: string): Promise<number> => {
  const url = `/api/events/${eventId}/answers/reminders`
  return (await callApi(gate.stage, { url, headers: gate.organizer.headers })).body.tickets
}
/** Runs the sweep of the reminders as if it were `hour` o'clock today in Nairobi. */
const sweep = (hour = '12') => {
  const now = new Date(`${nairobiDate(gate.stage.clock.now())}T${hour}:00:00+03:00`)
  return remindToAnswer({ ...gate.stage.deps, clock: { now: () => now } })
}
const sentTo = async (phone: string): Promise<string[]> => {
  const rows = await gate.stage.db
    .selectFrom('message')
    .select('body')
    .where('dedupe_key', 'like', 'answers_due:%')
    .where('recipient', '=', phone)
    .execute()
  return rows.map(({ body }) => body!)
}

// spec: questions-reminder
test('an organizer reminds those who have not answered, each once, and nobody else', async () => {
  const { event, size, name } = await asking()
  const [none, half, all] = [
    await gate.buy([2], event),
    await gate.buy([1], event),
    await gate.buy([1], event),
  ]
  await putAnswers(gate.stage, half.number, [{ question_id: size, value: 'M' }])
  const both = [size, name].map((question_id) => ({ question_id, value: 'M' }))
  await putAnswers(gate.stage, all.number, both)
  expect(await toRemind(event.id)).toBe(2)
  expect(await press(event.id)).toEqual({
    status: 202,
    body: { message: 'The holders of 2 tickets get an SMS between 8 AM and 9 PM.' },
  })
  for (const early of ['07', '21']) await sweep(early)
  expect(await sentTo(none.phoneNumber)).toEqual([])
  // A holder who answers before the SMS is queued gets none.
  const late = await gate.buy([1], event)
  expect((await press(event.id)).status).toBe(202)
  await putAnswers(gate.stage, late.number, both)
  await Promise.all([sweep('08'), sweep('20')])
  await sweep()
  const link = `${gate.stage.deps.env.publicOrigin}/t/`
  expect(await sentTo(none.phoneNumber)).toEqual([
    `2 questions from the organizer of City Run: ${link}${none.number}#questions`,
  ])
  expect(await sentTo(half.phoneNumber)).toEqual([
    `1 question from the organizer of City Run: ${link}${half.number}#questions`,
  ])
  for (const { phoneNumber } of [all, late]) expect(await sentTo(phoneNumber)).toEqual([])
  expect(await toRemind(event.id)).toBe(0)
  expect(await press(event.id)).toMatchObject({ status: 409, body: { code: 'nobody_to_remind' } })
  // The second press of the button reaches only holders who bought after the first press.
  const later = await gate.buy([1], event)
  expect((await press(event.id)).status).toBe(202)
  await sweep()
  expect(await sentTo(later.phoneNumber)).toHaveLength(1)
  expect(await sentTo(none.phoneNumber)).toHaveLength(1)
  // A message is deleted after its term, and the ticket is still not reminded again.
  const messages = gate.stage.db.deleteFrom('message').where('dedupe_key', 'like', 'answers_due:%')
  await messages.execute()
  await sweep()
  expect(await sentTo(none.phoneNumber)).toEqual([])
  // The button uses the organizer's budget of messages to all holders, which is now spent.
  await gate.buy([1], event)
  expect((await press(event.id)).status).toBe(429)
  expect(await toRemind(event.id)).toBe(1)
  expect((await press(event.id, gate.admin)).status).toBe(202)
})

test('the new holder of a ticket is reminded, a phone that opted out or was erased is not', async () => {
  const { event } = await asking()
  const [kept, sent, out] = [
    await gate.buy([1], event),
    await gate.buy([1], event),
    await gate.buy([1], event),
  ]
  const friend = newPhone()
  await sendOn(gate.stage, sent.number, { phone: friend, admits: 1 })
  const [lost] = await sendOn(gate.stage, kept.number, { phone: newPhone(), admits: 1 })
  await gate.stage.db
    .updateTable('ticket')
    .set({ holder_phone: null })
    .where('number', '=', lost!)
    .execute()
  const optOut = { phone: out.phoneNumber, at: gate.stage.clock.now() }
  await gate.stage.db.insertInto('sms_opt_out').values(optOut).execute()
  expect(await toRemind(event.id)).toBe(1)
  expect((await press(event.id, gate.admin)).status).toBe(202)
  await sweep()
  expect(await sentTo(friend)).toHaveLength(1)
  for (const phone of [sent, kept, out].map(({ phoneNumber }) => phoneNumber)) {
    expect(await sentTo(phone)).toEqual([])
  }
})

test("only who has the right to buyers' data reminds, and nobody is reminded of a cancelled event", async () => {
  const { event } = await asking()
  await gate.buy([1], event)
  const lead = await buildAccount(gate.stage)
  await addMember(gate.stage.deps, lead.id, { organizerId: gate.organizer.id, role: 'door_lead' })
  expect((await press(event.id, lead)).status).toBe(403)
  const cancelled = gate.stage.db.updateTable('event').set({ cancelled_at: new Date() })
  await cancelled.where('id', '=', event.id).execute()
  expect(await toRemind(event.id)).toBe(0)
  expect((await press(event.id, gate.admin)).status).toBe(409)
})

// spec: questions-reminder
test('the reminder is one SMS part in the language of the order', () => {
  const link = 'https://lango.example/t/0123456789ABCDEF'
  expect(askingSms({ language: 'sw', title: 'City Run', count: 2, link })).toBe(
    'Maswali 2 kutoka kwa mwandalizi wa City Run: https://lango.example/sw/t/0123456789ABCDEF#questions',
  )
  expect(askingSms({ language: 'sw', title: 'City Run', count: 1, link })).toMatch(/^Swali 1 /)
  const long = { title: 'A name that goes on and on '.repeat(9), count: 5, link }
  for (const language of ['en', 'sw'] as const) {
    expect(septets(askingSms({ language, ...long }))).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
  }
})
