import { expect, test } from 'vitest'
import { findFaults } from '../editing/draft-faults.rules.ts'
import { type EventDraft, newDraft, toInput } from '../editing/event-draft.rules.ts'
import { addDay, dayPatch, removeDay, toOneDay, toSeveralDays } from './day-rows.ts'

const draft = (changes: Partial<EventDraft> = {}): EventDraft => ({
  ...newDraft(),
  ...{ title: 'Festival', date: '2027-12-10', time: '17:00', ...changes },
})
const several = () => toSeveralDays(draft(), draft())
const never = () => false
const daysIn = (form: EventDraft) => form.days.map(({ n, date }) => [n, date])

// spec: form-days
test('several days begin with two that follow each other, for which all types are', () => {
  const form = several()
  expect(daysIn(form)).toEqual([
    [1, '2027-12-10'],
    [2, '2027-12-11'],
  ])
  expect(form.types).toMatchObject([{ day_numbers: [1, 2] }])
  expect(daysIn(toSeveralDays(draft({ date: '', highest_day: 4 }), draft()))).toEqual([
    [5, ''],
    [6, ''],
  ])
})

// spec: form-days
test('an added day takes the next date and a number that was never used', () => {
  const form = addDay({ ...several(), highest_day: 7 }, never)
  expect(daysIn(form).at(-1)).toEqual([8, '2027-12-12'])
  expect(form.types).toMatchObject([{ day_numbers: [1, 2, 8] }])
  const part = { ...several(), types: [{ ...newDraft().types[0]!, day_numbers: [1] }] }
  expect(addDay(part, never).types).toMatchObject([{ day_numbers: [1] }])
  expect(addDay(several(), () => true).types).toMatchObject([{ day_numbers: [1, 2] }])
  const less = removeDay(form, 1)
  expect(less).toMatchObject({ date: '2027-12-11', types: [{ day_numbers: [2, 8] }] })
})

// spec: form-days
test('a request has the days in the order of their dates, and none for one day', () => {
  const moved = dayPatch(several(), 2, { date: '2027-12-09' })
  expect(toInput(moved, null)).toMatchObject({
    date: '2027-12-09',
    days: [
      { n: 2, date: '2027-12-09' },
      { n: 1, date: '2027-12-10' },
    ],
    ticket_types: [{ day_numbers: [1, 2], once_in_all: false }],
  })
  const one = toInput(toOneDay(moved), null)
  expect(one).toMatchObject({ date: '2027-12-09' })
  expect(one).not.toHaveProperty('days')
  expect(one.ticket_types![0]).not.toHaveProperty('day_numbers')
  expect(toInput({ ...toOneDay(moved), highest_day: 2 }, null).days).toEqual([])
})

// spec: form-days, duplicate-times
test('the first date of a copy gives its other days theirs, as far apart as before', () => {
  const days = [0, 1, 7].map((gap, at) => ({ n: at + 1, date: '', time: '10:00', gap }))
  const type = { ...newDraft().types[0]!, day_numbers: [1] }
  const copy = draft({ date: '', time: '', days, types: [type] })
  expect(findFaults(copy, true, 'draft')).toEqual([])
  expect(toInput(copy, null)).not.toHaveProperty('days')
  expect(daysIn(dayPatch(copy, 1, { date: '2028-12-08' }))).toEqual([
    [1, '2028-12-08'],
    [2, '2028-12-09'],
    [3, '2028-12-15'],
  ])
  expect(daysIn(dayPatch(copy, 2, { date: '2028-12-09' }))[0]).toEqual([1, '2028-12-08'])
})

// spec: form-days
test('a day without date or time and a type without a day are faults at their fields', () => {
  const faults = (form: EventDraft) => findFaults(form, true, 'draft').map(({ field }) => field)
  expect(faults(several())).toEqual([])
  expect(faults(dayPatch(several(), 2, { date: '' }))).toEqual(['days.1.date'])
  expect(faults(dayPatch(several(), 2, { time: '' }))).toEqual(['days.1.time'])
  expect(faults(dayPatch(several(), 2, { date: '2027-12-10' }))).toEqual([
    'days.0.date',
    'days.1.date',
  ])
  expect(faults(dayPatch(several(), 2, { date: '2028-03-01' }))).toEqual(['days.1.date'])
  const none = { ...several(), types: [{ ...newDraft().types[0]!, day_numbers: [] }] }
  expect(faults(none)).toEqual(['ticket_types.0.day_numbers'])
})
