import type { Schedule } from '../../events/reschedule.rules.ts'
import type { TaskFact, TaskRow } from '../../platform/tasks/tasks.contract.ts'
import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  quoted,
  type Task,
} from '../../platform/tasks/tasks.rules.ts'
import { formatDate, formatDateTime } from '../../ui/dates.rules.ts'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import {
  fact,
  type MeasureMoney,
  missingCents,
  moneyFacts,
  refundsFact,
} from '../refund-money.rules.ts'

export type Measure = MeasureMoney & {
  /** The cents that may go back; `amount_cents` are due with the approval. */
  most_cents: number
  /** The date of the day that the request is about; null for the whole event. */
  day: string | null
  /** Whether holders of passes may request a refund because of this day. */
  frees_passes: boolean
  by: string
  reason: string
  version: string
}
type Move = Measure & { present: Schedule; schedule: Schedule }

/** Approves the request. `verb` begins the dialog's title, such as 'Cancel'; `done` confirms it. */
const approve = (verb: string, label: (row: TaskRow) => string, done: string) =>
  call('/api/events/{key}/measure/approve', label, {
    done,
    question: {
      title: ({ event, part }) =>
        `${verb} ${part ? `${part}, of ` : ''}${event?.title ?? 'this event'}?`,
      yes: label,
      text: ({ part }) =>
        `${part ? 'Every buyer of this day' : 'Every buyer'} is notified. This cannot be undone.`,
    },
  })

const returnRequest = call('/api/events/{key}/measure/return', 'Return', {
  done: 'Request returned.',
  form: {
    title: 'Return this request',
    yes: 'Return',
    fields: [
      explanation('Reason', 'Its organizer gets this by email. The event sells again.', 2000),
    ],
  },
})

const place = ({ date, time, location }: Schedule) => `${formatDateTime(date, time)}, ${location}`

/** 'this event', or 'December 12, 2026, of this event' */
const partOf = ({ day }: Measure) => (day ? `${formatDate(day)}, of this event` : 'this event')

const mostOf = (facts: Measure): Measure => ({ ...facts, amount_cents: facts.most_cents })

const dayOf = ({ day }: Measure) => (day ? formatDate(day) : null)

/** The facts about a requested measure: its money, and why an admin must decide. */
const decisionFacts = ({ facts }: Task<Measure>, most = ''): TaskFact[] => [
  refundsFact(mostOf(facts), most),
  ...moneyFacts(mostOf(facts), { most, verb: 'approve' }),
  fact(
    'Why you decide',
    missingCents(facts) > 0
      ? 'The balance does not cover the refunds'
      : 'More may go back than an organizer may refund alone',
  ),
]

const next = ({ facts: { day } }: Task<Measure>) =>
  nothingUntil(`approves or returns it. Sales${day ? ' of all days' : ''} are stopped.`)()
const version = ({ version }: Measure) => version

export const measureTaskKinds = {
  cancel_asked: declareTask<Measure>({
    title: 'Cancellation requested',
    group: 'events',
    urgency: 'waited_for',
    known: (row) =>
      `${row.facts.by} requests the cancellation of ${partOf(row.facts)}: ${quoted(row.facts.reason)}`,
    partOf: dayOf,
    decideOn: (row) => [
      ...(row.facts.day ? [fact('Refunded at once', row.amount)] : []),
      ...decisionFacts(row, row.facts.frees_passes ? 'At most ' : ''),
    ],
    next,
    actions: [
      approve(
        'Cancel',
        ({ amount }) => `Approve: refund ${formatExactKes(amount ?? 0)}`,
        'Cancellation approved.',
      ),
      returnRequest,
    ],
    version,
  }),
  reschedule_asked: declareTask<Move>({
    title: 'Reschedule requested',
    group: 'events',
    urgency: 'waited_for',
    known: (row) => {
      const { by, reason, schedule } = row.facts
      return `${by} requests a move of ${partOf(row.facts)} to ${place(schedule)}: ${quoted(reason)}`
    },
    partOf: dayOf,
    decideOn: (row) => [
      fact('Now', place(row.facts.present)),
      fact('New', place(row.facts.schedule)),
      ...decisionFacts(row, 'At most '),
    ],
    next,
    actions: [
      approve('Reschedule', () => 'Approve the reschedule', 'Reschedule approved.'),
      returnRequest,
    ],
    version,
  }),
}
