import type { GatePhone } from '../checkin/command-view.contract.ts'
import { areGatesComplete } from '../events/editing/event-draft.rules.ts'
import type { EventReply } from '../events/events.contract.ts'

type Step = { to: string; label: string; isDone: boolean; hint?: string }
type Event = Pick<EventReply, 'id' | 'date' | 'image' | 'ticket_types' | 'is_published' | 'review'>

/**
 * The steps from a draft to open doors, each with the page on which it is done. Unless all tickets
 * are free, the payout account comes before the event is published: an account that is set after
 * the first sale waits 48 hours.
 */
export function startSteps(
  event: Event,
  phones: readonly Pick<GatePhone, 'state'>[],
  payout: { hasAccount: boolean; newAccountWaits: boolean },
): Step[] {
  const { id, date, image, ticket_types, is_published, review } = event
  const page = `/organizer/events/${id}`
  const form = `/organizer/drafts/${id}`
  const hasGates = ticket_types.some(({ gate_ids = [] }) => gate_ids.length > 0)
  const isPaid = ticket_types.length === 0 || ticket_types.some(({ price }) => price > 0)
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
    ...(isPaid ? [payoutStep(payout)] : []),
    { to: page, label: is_published ? 'Published' : sending, isDone: is_published },
    {
      to: `${page}/gate`,
      label: 'Phones paired for the gate',
      isDone: phones.some(({ state }) => state === 'paired'),
    },
  ]
}

function payoutStep({ hasAccount, newAccountWaits }: Parameters<typeof startSteps>[2]): Step {
  const hint = newAccountWaits
    ? 'Payouts start 48 hours after you add it'
    : 'Usable at once if added before your first sale, otherwise after 48 hours'
  const step = { to: '/organizer/statement', label: 'Payout account', isDone: hasAccount }
  return hasAccount ? step : { ...step, hint }
}
