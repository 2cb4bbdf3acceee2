import type { TaskFact, TaskRow } from '../../platform/tasks/tasks.contract.ts'
import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  type Task,
} from '../../platform/tasks/tasks.rules.ts'
import { formatShortDate, formatShortSpan } from '../../ui/dates.rules.ts'
import { countOf, formatCount } from '../../ui/office/formats.rules.ts'
import {
  type ReadReport,
  type ReportedEvent,
  reportedFacts,
  reportFacts,
} from '../complaint-tasks.rules.ts'

/** An event that is over without a check-in. */
type MissedEvent = ReportedEvent & {
  /** All complaints about the event, settled or not, and the first of them. */
  complaints: number
  reports: ReadReport[]
  /** The first and the last date, YYYY-MM-DD. */
  first_date: string
  last_date: string
  checked_in: number
}

const link = ({ event }: TaskRow) => ({
  to: `/organizer/events/${event?.id}`,
  label: 'View event',
})

const reports = (count: number) => `${count} ${count === 1 ? 'visitor' : 'visitors'} reported it`

function decideOn({ amount, facts }: Task<MissedEvent>): TaskFact[] {
  const { first_date, last_date, tickets, checked_in, reports, complaints } = facts
  const now = new Date(facts.at)
  const date =
    first_date === last_date
      ? formatShortDate(first_date, now)
      : formatShortSpan(first_date, last_date, now)
  const entered = checked_in === 0 ? 'none' : formatCount(checked_in)
  return [
    { label: 'Date', text: date, is_warning: false },
    {
      label: 'Tickets',
      text: `${countOf(tickets, 'ticket')} sold, ${entered} checked in`,
      is_warning: checked_in === 0,
    },
    ...reportedFacts(facts),
    { label: "Event's balance", text: amount, is_warning: false },
    ...reportFacts(reports, { label: 'Report', count: complaints, now }),
  ]
}

export const freezeTaskKinds = {
  payouts_frozen: declareTask<MissedEvent>({
    title: 'Payouts frozen',
    group: 'payouts',
    urgency: 'waited_for',
    known: ({ amount, facts: { complaints } }) =>
      `The event is over, no ticket was checked in, and ${reports(complaints)}. The payouts are frozen: ${amount} is due to the organizer.`,
    decideOn,
    next: nothingUntil('releases the payouts.'),
    actions: [
      call('/api/events/{key}/payouts/release', 'Release payouts', {
        name: 'release_payouts',
        done: 'Payouts released.',
        form: {
          yes: 'Release',
          final: 'The payouts of this event cannot be frozen again.',
          fields: [
            explanation('Reason', 'How you know that the event took place. For the audit log.'),
          ],
        },
      }),
    ],
    link,
    eventPage: 'statement',
  }),
  no_check_in: declareTask<MissedEvent>({
    title: 'No check-in',
    group: 'payouts',
    known: ({ facts: { complaints } }) =>
      `The event is over and no ticket was checked in${complaints > 0 ? `; ${reports(complaints)}` : ''}. Perhaps the door list was on paper.`,
    decideOn,
    next: () =>
      'We pay out as usual; enough reports by visitors still freeze the payouts. Only this task waits, until someone looks at the event and settles it.',
    actions: [
      call('/api/events/{key}/missing_check_ins/settle', 'Settle', {
        name: 'settle_missing_check_ins',
        done: 'Settled.',
        form: {
          title: 'Settle this event without check-ins',
          yes: 'Settle',
          fields: [
            explanation('What you found', 'Such as a door list on paper. For the audit log.'),
          ],
        },
      }),
    ],
    link,
    eventPage: 'statement',
  }),
}
