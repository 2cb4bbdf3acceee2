import { organizerFact } from '../payouts/review/payout-review.rules.ts'
import type { TaskFact } from '../platform/tasks/tasks.contract.ts'
import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  quoted,
  type Task,
} from '../platform/tasks/tasks.rules.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { countOf, formatExactKes } from '../ui/office/formats.rules.ts'
import { reasonText } from './complaint.rules.ts'

type Report = {
  reason: string
  text: string
  /** The time at which the facts were read. */
  at: string
  /** The organizer's name; null if the event has no organizer. */
  name: string | null
  email: string | null
  account_since: string | null
  /** The number of other open reports about the event. */
  of_event: number
  /** The number of open reports about other events of the organizer. */
  elsewhere: number
  /** The id of the report among `of_event` and `elsewhere` to read next; null if there is none. */
  next_open: string | null
  tickets: number
  /** The sales of the event less refunds. */
  sold_cents: number
  is_cancelled: boolean
  /** The payouts of the event that have left. */
  paid_out_cents: number
  /** The organizer's payouts that wait for approval. */
  asked_cents: number
  /** The organizer's approved payouts that may not have left yet. */
  unsent_cents: number
}

const kes = (cents: number) => formatExactKes(toKes(cents))
const joined = (parts: (string | false)[]) => parts.filter(Boolean).join(', ')

function othersFact({ of_event, elsewhere, next_open }: Report): TaskFact {
  const text = joined([
    of_event > 0 && `${of_event} about this event`,
    elsewhere > 0 && `${elsewhere} about other events of the organizer`,
  ])
  const to = `/organizer/work-list?group=events&task=event_reported:${next_open}`
  return {
    ...{ label: 'Other open reports', text: text || 'None', is_warning: text !== '' },
    ...(next_open !== null && { link: { to, label: 'Read' } }),
  }
}

function soldFact({ is_cancelled, tickets, sold_cents }: Report): TaskFact {
  if (is_cancelled) return { label: 'Event', text: 'Cancelled', is_warning: false }
  const text = `${kes(sold_cents)}, ${countOf(tickets, 'ticket')}`
  return { label: 'Sold', text, is_warning: false }
}

function paidOutFact({ paid_out_cents: cents }: Report): TaskFact {
  const text = cents > 0 ? `${kes(cents)} of this event` : 'Nothing of this event'
  return { label: 'Paid out already', text, is_warning: cents > 0 }
}

function payoutsFact({ asked_cents: asked, unsent_cents: unsent }: Report): TaskFact {
  const text = joined([
    asked > 0 && `${kes(asked)} requested`,
    unsent > 0 && `${kes(unsent)} approved and not sent`,
  ])
  return { label: "Organizer's payouts", text: text || 'None waiting', is_warning: text !== '' }
}

function decideOn({ facts }: Task<Report>): TaskFact[] {
  const { name, email, account_since } = facts
  return [
    othersFact(facts),
    ...(name !== null && email !== null && account_since !== null
      ? [organizerFact({ name, email, since: new Date(account_since) }, new Date(facts.at))]
      : []),
    soldFact(facts),
    paidOutFact(facts),
    payoutsFact(facts),
  ]
}

export const complaintTaskKinds = {
  event_reported: declareTask<Report>({
    title: 'Event reported',
    group: 'events',
    known: ({ facts: { reason, text } }) => {
      const said = `A visitor: ${reasonText(reason)}`
      return text === '' ? `${said}.` : `${said}, ${quoted(text)}`
    },
    decideOn,
    next: nothingUntil('looks at the event and settles this.'),
    actions: [
      call('/api/complaints/{key}/settle', 'Settle', {
        done: 'Report settled.',
        form: {
          title: 'Settle this report',
          yes: 'Settle',
          fields: [explanation('What you found', 'For the audit log.')],
        },
      }),
    ],
    link: ({ event }) => ({ to: `/organizer/events/${event?.id}`, label: 'View event' }),
  }),
}
