import type { GatePhone } from '../checkin/command-view.contract.ts'
import { areGatesComplete } from '../events/editing/event-draft.rules.ts'
import type { EventReply } from '../events/events.contract.ts'
import { countOf } from '../ui/office/formats.rules.ts'

/** `isOptional`: the checklist can end without this step. */
export type Step = { to: string; label: string; isDone: boolean; hint?: string; isOptional?: true }
type Event = Pick<EventReply, 'id' | 'date' | 'image' | 'ticket_types' | 'is_published' | 'review'>

/** A fact is absent if the viewer may not see it. The fact's step is then left out. */
type ChecklistFacts = {
  phones?: readonly Pick<GatePhone, 'state'>[]
  payout?: { hasAccount: boolean; newAccountWaits: boolean }
  hasTeam?: boolean
}

/**
 * The steps from a draft to open doors, each with the page on which it is done. Unless all tickets
 * are free, the payout account comes before the event is published: an account that is set after
 * the first sale waits 48 hours.
 */
export function startSteps(event: Event, facts: ChecklistFacts): Step[] {
  const { id, date, image, ticket_types, is_published, review } = event
  const page = `/organizer/events/${id}`
  const form = `/organizer/drafts/${id}`
  const hasGates = ticket_types.some(({ gate_ids = [] }) => gate_ids.length > 0)
  const sending = review?.state === 'sent' ? 'Waiting for approval' : 'Submit the draft for review'
  return [
    { to: form, label: 'Date, time and place', isDone: date !== '' },
    { to: form, label: 'Poster', isDone: image !== null },
    { to: form, label: 'Ticket types', isDone: ticket_types.length > 0 },
    {
      to: form,
      label: hasGates ? 'A gate for each ticket type' : 'One entrance',
      isDone: areGatesComplete(ticket_types),
    },
    ...payoutSteps(event, facts),
    { to: page, label: is_published ? 'Published' : sending, isDone: is_published },
    ...doorSteps(event, facts),
  ]
}

/** '4 steps left', or null once only optional steps are left. */
export function stepsLeftText(steps: readonly Step[]): string | null {
  if (steps.every(({ isDone, isOptional }) => isDone || isOptional)) return null
  return `${countOf(steps.filter(({ isDone }) => !isDone).length, 'step')} left`
}

/** The steps of a published event. */
export function openingSteps(
  event: Pick<Event, 'id' | 'ticket_types'>,
  facts: ChecklistFacts,
): Step[] {
  return [...payoutSteps(event, facts), ...doorSteps(event, facts)]
}

/** The steps of an organizer without events. */
export function firstSteps({ payout, hasTeam }: ChecklistFacts): Step[] {
  return [
    {
      to: '/organizer/drafts/new',
      label: 'Create your event',
      hint: 'Title, date, place, ticket types with their quantities and prices, and a poster.',
      isDone: false,
    },
    ...(payout ? [payoutStep(payout)] : []),
    {
      to: '/organizer/drafts',
      label: 'Submit it for review',
      hint: 'We publish it, or email you what to change.',
      isDone: false,
    },
    ...(hasTeam === undefined ? [] : [teamStep(hasTeam)]),
  ]
}

function payoutSteps(
  { ticket_types }: Pick<Event, 'ticket_types'>,
  { payout }: ChecklistFacts,
): Step[] {
  const isPaid = ticket_types.length === 0 || ticket_types.some(({ price }) => price > 0)
  return isPaid && payout ? [payoutStep(payout)] : []
}

function doorSteps({ id }: Pick<Event, 'id'>, { phones, hasTeam }: ChecklistFacts): Step[] {
  return [
    ...(phones ? [phonesStep(id, phones)] : []),
    ...(hasTeam === undefined ? [] : [teamStep(hasTeam)]),
  ]
}

function phonesStep(eventId: string, phones: NonNullable<ChecklistFacts['phones']>): Step {
  const isDone = phones.some(({ state }) => state === 'paired')
  const label = isDone ? 'Gate phones paired' : 'Pair gate phones'
  return { to: `/organizer/events/${eventId}/gate`, label, isDone }
}

function payoutStep({ hasAccount, newAccountWaits }: NonNullable<ChecklistFacts['payout']>): Step {
  const hint = newAccountWaits
    ? 'Payouts start 48 hours after you add it'
    : 'Usable at once if added before your first sale, otherwise after 48 hours'
  const step = { to: '/organizer/statement', isDone: hasAccount }
  return hasAccount
    ? { ...step, label: 'Payout account added' }
    : { ...step, label: 'Add your payout account', hint }
}

const teamStep = (isDone: boolean): Step => ({
  to: '/organizer/team',
  label: isDone ? 'Team invited' : 'Invite your team, if you have one',
  isDone,
  isOptional: true,
})
