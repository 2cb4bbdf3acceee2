import type { GatePhone } from '../checkin/command-view.contract.ts'
import { areGatesComplete } from '../events/editing/event-draft.rules.ts'
import type { EventReply } from '../events/events.contract.ts'

type Step = { to: string; label: string; isDone: boolean }
type Event = Pick<EventReply, 'id' | 'date' | 'image' | 'ticket_types' | 'is_published' | 'review'>

/**
 * The steps from a draft to open doors, each with the page on which it is done. If a ticket has a
 * price, the steps include a payout account, because payouts to a new account start only after two
 * days.
 */
export function startSteps(
  event: Event,
  phones: readonly Pick<GatePhone, 'state'>[],
  hasPayoutAccount: boolean,
): Step[] {
  const { id, date, image, ticket_types, is_published, review } = event
  const page = `/organizer/events/${id}`
  const form = `/organizer/drafts/${id}`
  const hasGates = ticket_types.some(({ gate_ids = [] }) => gate_ids.length > 0)
  const isPaid = ticket_types.some(({ price }) => price > 0)
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
    { to: page, label: is_published ? 'Published' : sending, isDone: is_published },
    ...(isPaid
      ? [{ to: '/organizer/statement', label: 'Payout account', isDone: hasPayoutAccount }]
      : []),
    {
      to: `${page}/gate`,
      label: 'Phones paired for the gate',
      isDone: phones.some(({ state }) => state === 'paired'),
    },
  ]
}
