// spec: start-checklist
import { expect, test } from 'vitest'
import type { TicketTypeReply } from '../events/events.contract.ts'
import { firstSteps, openingSteps, startSteps, stepsLeftText } from './start-checklist.rules.ts'

const type = (...gate_ids: string[]) => ({ gate_ids, price: 0 }) as TicketTypeReply
type Event = Parameters<typeof startSteps>[0]
type Phones = NonNullable<Parameters<typeof startSteps>[1]['phones']>
const NEW = { id: 'e', date: '', image: null, ticket_types: [], is_published: false }
const DRAFTED = { ...NEW, date: '2027-03-14', image: 'x', ticket_types: [type(), type()] }
const left = (event: Event, phones: Phones, hasAccount = false) =>
  startSteps(event, { phones, payout: { hasAccount, newAccountWaits: false } })
    .filter(({ isDone }) => !isDone)
    .map(({ label }) => label)

test('the checklist of an event names each step that is left', () => {
  const last = 'Pair gate phones'
  expect(left(NEW, [])).toEqual([
    'Date, time and place',
    'Poster',
    'Ticket types',
    'Add your payout account',
    'Submit the draft for review',
    last,
  ])
  expect(left(DRAFTED, [])).toEqual(['Submit the draft for review', last])
  const sent = { ...DRAFTED, review: { state: 'sent' as const, words: '' } }
  expect(left(sent, [])).toEqual(['Waiting for approval', last])
  const published = { ...DRAFTED, is_published: true }
  expect(left(published, [{ state: 'waiting' }])).toEqual([last])
  expect(left(published, [{ state: 'waiting' }, { state: 'paired' }])).toEqual([])
})

test('the checklist asks for a gate of each ticket type once one has a gate', () => {
  const event = { ...DRAFTED, is_published: true }
  const of = (...types: TicketTypeReply[]) =>
    left({ ...event, ticket_types: types }, [{ state: 'paired' }])
  expect(of(type('north'), type())).toEqual(['A gate for each ticket type'])
  expect(of(type('north'), type('south'))).toEqual([])
})

test('the checklist asks for a payout account unless all tickets are free', () => {
  const event = { ...DRAFTED, is_published: true, ticket_types: [{ ...type(), price: 500 }] }
  expect(left(event, [{ state: 'paired' }])).toEqual(['Add your payout account'])
  expect(left(event, [{ state: 'paired' }], true)).toEqual([])
})

test('the payout account comes before the event is published, and its step names the wait', () => {
  const event = { ...DRAFTED, ticket_types: [{ ...type(), price: 500 }] }
  const steps = (newAccountWaits: boolean, hasAccount = false) =>
    startSteps(event, { phones: [], payout: { hasAccount, newAccountWaits } })
  const labels = steps(false).map(({ label }) => label)
  expect(labels.indexOf('Add your payout account')).toBe(
    labels.indexOf('Submit the draft for review') - 1,
  )
  const hint = (...args: Parameters<typeof steps>) =>
    steps(...args).find(({ label }) => label === 'Add your payout account')?.hint
  expect(hint(false)).toBe(
    'Usable at once if added before your first sale, otherwise after 48 hours',
  )
  expect(hint(true)).toBe('Payouts start 48 hours after you add it')
  expect(hint(true, true)).toBeUndefined()
})

test('the team is the last step, and the checklist of a member leaves out the account', () => {
  const event = { ...DRAFTED, is_published: true, ticket_types: [{ ...type(), price: 500 }] }
  const labels = (facts: Parameters<typeof openingSteps>[1]) =>
    openingSteps(event, facts).map(({ label, isDone }) => `${label}: ${isDone ? 'done' : 'left'}`)
  const payout = { hasAccount: true, newAccountWaits: false }
  expect(labels({ phones: [], payout, hasTeam: false })).toEqual([
    'Payout account added: done',
    'Pair gate phones: left',
    'Invite your team, if you have one: left',
  ])
  expect(labels({ phones: [], payout, hasTeam: true }).at(-1)).toBe('Team invited: done')
  expect(labels({ phones: [] })).toEqual(['Pair gate phones: left'])
  const first = firstSteps({ payout, hasTeam: false })
  expect(first.map(({ isDone }) => isDone)).toEqual([false, true, false, false])
})

test('the card of the next event counts the steps that are left, until only optional ones are', () => {
  const step = (isDone: boolean) => ({ to: '/', label: 'Step', isDone })
  const optional = { ...step(false), isOptional: true } as const
  expect(stepsLeftText([step(true), step(false), step(false), step(false), optional])).toBe(
    '4 steps left',
  )
  expect(stepsLeftText([step(false)])).toBe('1 step left')
  expect(stepsLeftText([step(true), optional])).toBe(null)
})
