import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillSmsLine } from '../../../test/fill-sms-line.ts'
import { keepGate } from '../../../test/gate.ts'
import { anyName } from '../../../test/names.ts'
import { nameQuestion, putAnswers, putQuestions, question } from '../../../test/questions.ts'
import { sendOn } from '../../../test/transfers.ts'
import { SMS_MAX_SEPTETS, septets } from '../../messages/sms.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { remindHolders } from './remind-holders.job.ts'
import { remindedDay, reminderSms } from './reminder.rules.ts'

const gate = keepGate({ types: [{ gates: ['Gate A'] }] })

const DAY = '2027-03-14'
/** A time in Nairobi. Without `day`, it is on the day before the event. */
const at = (time: string, day = '2027-03-13') => new Date(`${day}T${time}:00+03:00`)

const sweep = (now: Date) => remindHolders({ ...gate.stage.deps, clock: { now: () => now } })

const reminders = async () =>
  await gate.stage.db
    .selectFrom('message')
    .select(['recipient', 'body', 'not_after'])
    .where('dedupe_key', 'like', 'reminder:%')
    .execute()

// spec: reminders
test('the evening before, each ticket gets one reminder if the organizer wants reminders', async () => {
  const { stage, event, organizer, buy } = gate
  const bought = await buy([2])
  await stage.db
    .updateTable('event')
    .set({ date: DAY, time: '16:00' })
    .where('id', '=', event.id)
    .execute()
  await sweep(at('18:00'))
  expect(await reminders()).toEqual([])
  const rules = { url: `/api/events/${event.id}/entry_rules`, headers: organizer.headers }
  await stage.app.inject({ ...rules, method: 'PUT', payload: { reminds: true } })
  for (const early of [at('17:59'), at('22:00'), at('18:00', '2027-03-12')]) await sweep(early)
  expect(await reminders()).toEqual([])
  // While many SMS are queued, no reminders are queued, so that SMS about sales go first.
  const empty = await fillSmsLine(stage)
  await sweep(at('18:00'))
  expect(await reminders()).toEqual([])
  await empty()
  await Promise.all([sweep(at('18:00')), sweep(at('18:00'))])
  await sweep(at('18:01'))
  const sent = await reminders()
  expect(sent).toHaveLength(1)
  expect(sent[0]!.recipient).toBe(bought.phoneNumber)
  expect(sent[0]!.not_after).toEqual(at('00:00', DAY))
  expect(sent[0]!.body).toMatch(/^Tomorrow 4PM: .+\. Enter: Gate A\. No\. .+\/t\//)
})

// spec: reminders
test('a phone that opted out of our SMS gets no reminder, and others do', async () => {
  const { stage, build, organizer } = gate
  const event = await build({ types: [{ gates: ['Gate A'] }] })
  const [out, other] = [await gate.buy([1], event), await gate.buy([1], event)]
  const url = `/api/events/${event.id}/entry_rules`
  const rules = { url, headers: organizer.headers, payload: { reminds: true } }
  await stage.app.inject({ ...rules, method: 'PUT' })
  await stage.db.updateTable('event').set({ date: DAY }).where('id', '=', event.id).execute()
  const optOut = { phone: out.phoneNumber, at: at('12:00') }
  await stage.db.insertInto('sms_opt_out').values(optOut).execute()
  await sweep(at('19:00'))
  const sent = (await reminders()).map(({ recipient }) => recipient)
  expect(sent).toContain(other.phoneNumber)
  expect(sent).not.toContain(out.phoneNumber)
})

/** An event tomorrow whose organizer wants reminders and asks two questions. */
async function asking() {
  const { stage, build, organizer, admin } = gate
  const event = await build({ types: [{ gates: ['Gate A'] }] })
  const wanted = [question('Size?'), nameQuestion('Name?')]
  const { body } = await putQuestions(stage, event.id, admin, wanted)
  const url = `/api/events/${event.id}/entry_rules`
  const rules = { url, headers: organizer.headers, payload: { reminds: true } }
  await stage.app.inject({ ...rules, method: 'PUT' })
  const tomorrow = () =>
    stage.db.updateTable('event').set({ date: DAY }).where('id', '=', event.id).execute()
  return { event, ids: body.map(({ id }: { id: string }) => id) as string[], tomorrow }
}
const reminderOf = async (phone: string) =>
  (await reminders()).filter(({ recipient }) => recipient === phone).map(({ body }) => body)

// spec: questions-evening
test('the evening reminder says how many questions lack an answer', async () => {
  const { event, ids, tomorrow } = await asking()
  const [none, one, all] = [
    await gate.buy([1], event),
    await gate.buy([1], event),
    await gate.buy([1], event),
  ]
  const answers = ids.map((question_id) => ({ question_id, value: 'M' }))
  await putAnswers(gate.stage, one.number, answers.slice(0, 1))
  await putAnswers(gate.stage, all.number, answers)
  await tomorrow()
  await sweep(at('19:00'))
  const link = (number: string) => `${gate.stage.deps.env.publicOrigin}/t/${number}`
  expect((await reminderOf(none.phoneNumber))[0]).toContain(` 2 questions: ${link(none.number)}`)
  expect((await reminderOf(one.phoneNumber))[0]).toContain(` 1 question: ${link(one.number)}`)
  expect((await reminderOf(all.phoneNumber))[0]).not.toContain('question')
})

test('the buyer gets no reminder about a ticket that was sent on, also if its holder was erased', async () => {
  const { event, tomorrow } = await asking()
  const { number, phoneNumber } = await gate.buy([1], event)
  const [sent] = await sendOn(gate.stage, number, { phone: '254722999002', admits: 1 })
  const erased = gate.stage.db.updateTable('ticket').set({ holder_phone: null })
  await erased.where('number', '=', sent!).execute()
  await tomorrow()
  await sweep(at('19:00'))
  expect(await reminderOf(phoneNumber)).toEqual([])
})

test('holders of a cancelled event get no reminder', async () => {
  const { stage, build, organizer } = gate
  const event = await build({ types: [{ gates: ['Gate A'] }] })
  await gate.buy([1], event)
  const url = `/api/events/${event.id}/entry_rules`
  await stage.app.inject({
    method: 'PUT',
    url,
    headers: organizer.headers,
    payload: { reminds: true },
  })
  await stage.db
    .updateTable('event')
    .set({ date: DAY, cancelled_at: at('12:00') })
    .where('id', '=', event.id)
    .execute()
  const before = await reminders()
  await sweep(at('19:00'))
  expect(await reminders()).toEqual(before)
})

test('the reminder evening is an evening in Nairobi', () => {
  expect(remindedDay(new Date('2027-03-13T15:00:00Z'))).toBe(DAY)
  expect(remindedDay(new Date('2027-03-13T14:59:59Z'))).toBeNull()
  expect(remindedDay(new Date('2027-03-13T19:00:00Z'))).toBeNull()
  expect(remindedDay(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
})

// spec: swahili-sms-links
test('the reminder links to the page in its own language if the link fits', () => {
  const linkOf = (length: number, language: Language = 'sw') => {
    const origin = `https://${'x'.repeat(length - 8)}`
    const names = { eventTitle: 'Derby Day', gate: 'North Stand Entrance', time: '16:30' }
    const number = '0123456789ABCDEF'
    const link = `${origin}/t/${number}`
    const text = reminderSms({ ...names, language, ticketNumber: number, link })
    expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
    return text.split(' ').at(-1)!.slice(origin.length)
  }
  expect(linkOf(19)).toBe('/sw/t/0123456789ABCDEF')
  expect(linkOf(19, 'en')).toBe('/t/0123456789ABCDEF')
  const shown = Array.from({ length: 60 }, (_, more) => linkOf(19 + more))
  expect(shown).toContain('/t/0123456789ABCDEF')
})

// spec: questions-evening
test('the line about questions is in the language of the order, and left out if it is too long', () => {
  const rest = { eventTitle: 'City Run', gate: 'Gate A', time: '16:30', questions: 2 } as const
  const number = '0123456789ABCDEF'
  const sms = (language: Language, link: string) =>
    reminderSms({ ...rest, language, ticketNumber: number, link })
  const link = `https://lango.example/t/${number}`
  expect(sms('en', link)).toBe(
    `Tomorrow 4:30PM: City Run. Enter: Gate A. No. 0123 4567 89AB CDEF 2 questions: ${link}`,
  )
  expect(sms('sw', link)).toContain(` Maswali 2: https://lango.example/sw/t/${number}`)
  const long = `https://${'x'.repeat(57)}.example/t/${number}`
  expect(sms('en', long)).toBe(
    `Tomorrow 4:30PM: City Run. Enter: Gate A. No. 0123 4567 89AB CDEF ${long}`,
  )
})

test('a reminder names what GSM-7 can write of title and gate, and is never empty', () => {
  const link = 'https://lango.example/t/0123456789ABCDEF'
  const rest = { language: 'en', time: '16:30', ticketNumber: '0123456789ABCDEF', link } as const
  expect(reminderSms({ ...rest, eventTitle: 'ሰላም', gate: '“بوابة”' })).toBe(
    `Tomorrow 4:30PM: your event. Enter: see link. No. 0123 4567 89AB CDEF ${link}`,
  )
})

// spec: sms-holder-language
test('a reminder is one SMS part in both languages, for any title and gate', () => {
  fc.assert(
    fc.property(
      anyName,
      anyName,
      fc.constantFrom<Language>('en', 'sw'),
      fc.record({ length: fc.integer({ min: 20, max: 120 }), questions: fc.integer({ max: 5 }) }),
      (eventTitle, name, language, { length, questions }) => {
        const text = reminderSms({
          ...{ eventTitle, language, gate: name, time: '16:30' },
          ticketNumber: '0123456789ABCDEF',
          link: `https://${'x'.repeat(length)}`,
          questions,
        })
        expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
        expect(text).toContain('0123 4567 89AB CDEF')
      },
    ),
    { numRuns: 1000 },
  )
})
