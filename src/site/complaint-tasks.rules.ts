import { organizerFact } from '../payouts/review/payout-review.rules.ts'
import type { TaskFact } from '../platform/tasks/tasks.contract.ts'
import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  quoted,
} from '../platform/tasks/tasks.rules.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { formatMoment } from '../ui/dates.rules.ts'
import { countOf, formatExactKes } from '../ui/office/formats.rules.ts'
import { reasonText } from './complaint.rules.ts'

/** A report, for a fact of the report's own task or of another one. */
export type ReadReport = {
  id: string
  at: string
  reason: string
  /** The visitor's words, or their beginning. */
  text: string
  is_open: boolean
  /** The title of its event, if it is another one than that of the task. */
  title: string | null
}

/** The facts about an event and its organizer on which an admin judges its reports. */
export type ReportedEvent = {
  /** The time at which the facts were read. */
  at: string
  /** The organizer's name; null if the event has no organizer. */
  name: string | null
  email: string | null
  account_since: string | null
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

type Report = ReportedEvent & {
  reason: string
  text: string
  /** The number of other open reports about the event. */
  of_event: number
  /** The number of open reports about other events of the organizer. */
  elsewhere: number
  /** The first of `of_event` and `elsewhere`. */
  others: ReadReport[]
}

const kes = (cents: number) => formatExactKes(toKes(cents))
const joined = (parts: (string | false)[]) => parts.filter(Boolean).join(', ')

/** A fact for each report, with a link to its task while it is open. `count` includes those left out. */
export function reportFacts(
  reports: readonly ReadReport[],
  { label, count, now }: { label: string; count: number; now: Date },
): TaskFact[] {
  const facts = reports.map(({ id, at, reason, text, is_open, title }, index): TaskFact => {
    const words = text === '' ? `${reasonText(reason)}.` : `${reasonText(reason)}, ${quoted(text)}`
    const of = title === null ? '' : ` (${title})`
    return {
      ...{ label: `${label} ${index + 1}`, is_warning: false },
      text: `${formatMoment(at, now)}${of}: ${words}${is_open ? '' : ' Settled.'}`,
      ...(is_open && { link: { to: taskOf(id), label: 'Read' } }),
    }
  })
  const more = count - reports.length
  if (more > 0) facts.push({ label: 'Not shown', text: `${more} more`, is_warning: false })
  return facts
}

const taskOf = (id: string) => `/organizer/work-list?group=events&task=event_reported:${id}`

function othersFacts({ of_event, elsewhere, others, at }: Report): TaskFact[] {
  const text = joined([
    of_event > 0 && `${of_event} about this event`,
    elsewhere > 0 && `${elsewhere} about other events of the organizer`,
  ])
  const now = new Date(at)
  return [
    { label: 'Other open reports', text: text || 'None', is_warning: text !== '' },
    ...reportFacts(others, { label: 'Other report', count: of_event + elsewhere, now }),
  ]
}

function soldFact({ is_cancelled, tickets, sold_cents }: ReportedEvent): TaskFact {
  if (is_cancelled) return { label: 'Event', text: 'Cancelled', is_warning: false }
  const text = `${kes(sold_cents)}, ${countOf(tickets, 'ticket')}`
  return { label: 'Sold', text, is_warning: false }
}

function paidOutFact({ paid_out_cents: cents }: ReportedEvent): TaskFact {
  const text = cents > 0 ? `${kes(cents)} of this event` : 'Nothing of this event'
  return { label: 'Paid out already', text, is_warning: cents > 0 }
}

function payoutsFact({ asked_cents: asked, unsent_cents: unsent }: ReportedEvent): TaskFact {
  const text = joined([
    asked > 0 && `${kes(asked)} requested`,
    unsent > 0 && `${kes(unsent)} approved and not sent`,
  ])
  return { label: "Organizer's payouts", text: text || 'None waiting', is_warning: text !== '' }
}

/** The organizer, the sales and the payouts. */
export function reportedFacts(facts: ReportedEvent): TaskFact[] {
  const { name, email, account_since, at } = facts
  return [
    ...(name !== null && email !== null && account_since !== null
      ? [organizerFact({ name, email, since: new Date(account_since) }, new Date(at))]
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
    decideOn: ({ facts }) => [...othersFacts(facts), ...reportedFacts(facts)],
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
