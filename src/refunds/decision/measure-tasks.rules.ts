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
import { toKes } from '../../platform/values/money.rules.ts'
import { formatDate, formatDateTime } from '../../ui/dates.rules.ts'
import { formatExactKes } from '../../ui/office/formats.rules.ts'

type Measure = {
  /** The date of the day that the request is about; null for the whole event. */
  day: string | null
  /** Whether holders of passes may request a refund because of this day. */
  frees_passes: boolean
  by: string
  reason: string
  /** The sum of the refunds. */
  amount_cents: number
  orders: number
  tickets: number
  version: string
  /** The amount that the refunds take from the organizer: without our fees and without cash. */
  cost_cents: number
  /** The balance of the event; negative if the organizer owes us. */
  owed_cents: number
  paid_out_cents: number
  /** The amount that the organizer's other events have for refunds; negative if they lack money. */
  others_cents: number
}
type Move = Measure & { present: Schedule; schedule: Schedule }

/** Approves the request. `verb` is of the dialog's title, such as 'Cancel'. */
const approve = (verb: string, label: (row: TaskRow) => string) =>
  call('/api/events/{key}/measure/approve', label, {
    done: 'Approved.',
    question: {
      title: ({ event }) => `${verb} ${event?.title ?? 'this event'}?`,
      yes: label,
      text: () => 'Every buyer is notified. This cannot be undone.',
    },
  })

const returnRequest = call('/api/events/{key}/measure/return', 'Return', {
  done: 'Returned.',
  form: {
    title: 'Return this request',
    yes: 'Return',
    fields: [
      explanation('Reason', 'Its organizer gets this by email. The event sells again.', 2000),
    ],
  },
})

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const kes = (cents: number) => formatExactKes(toKes(cents))
const place = ({ date, time, location }: Schedule) => `${formatDateTime(date, time)}, ${location}`

/** 'KES 900 (3 tickets, 2 orders)' */
const moneyText = ({ amount, facts }: Task<Measure>) =>
  `${amount} (${count(facts.tickets, 'ticket')}, ${count(facts.orders, 'order')})`

/** The amount that the balance lacks for the refunds of all tickets. */
const missingCents = ({ cost_cents, owed_cents }: Measure) =>
  Math.max(0, cost_cents - Math.max(0, owed_cents))

/** 'this event', or 'December 12, 2026, of this event' */
const partOf = ({ day }: Measure) => (day ? `${formatDate(day)}, of this event` : 'this event')

const fact = (label: string, text: string, is_warning = false): TaskFact => ({
  ...{ label, text, is_warning },
})

/** The missing amount, the part that the organizer's other events cover, and the rest. */
function missingFacts(facts: Measure, most: string): TaskFact[] {
  const missing = missingCents(facts)
  if (missing === 0) return []
  // The other events cover a present debt of this event first.
  const elsewhere = Math.max(0, facts.others_cents + Math.min(0, facts.owed_cents))
  const covered = elsewhere > 0 ? `have ${kes(elsewhere)} for it` : 'have nothing for it'
  const uncovered = missing - elsewhere
  const lack = fact(
    'Missing from the balance',
    `${most}${kes(missing)}. The organizer's other events ${uncovered > 0 ? covered : 'cover it'}`,
    true,
  )
  if (uncovered <= 0) return [lack]
  const debt = `${most}${kes(uncovered)}. If you approve, we pay it and the organizer owes it to us`
  return [lack, fact('Not covered', debt, true)]
}

/**
 * Describes the money, and the reason why an admin decides. `most` is 'At most ' for a reschedule,
 * whose buyers may keep their tickets.
 */
function moneyFacts(row: Task<Measure>, most = ''): TaskFact[] {
  const { amount_cents, cost_cents, owed_cents, paid_out_cents: paid } = row.facts
  const without = cost_cents < amount_cents ? ', without our fees and cash' : ''
  const missing = missingCents(row.facts)
  return [
    fact('Refunds', `${most}${moneyText(row)}`),
    ...missingFacts(row.facts, most),
    fact("Event's balance", kes(owed_cents), missing > 0),
    fact('Paid out already', paid > 0 ? kes(paid) : 'Nothing', paid > 0),
    fact('Taken from the organizer', `${most}${kes(cost_cents)}${without}`),
    fact(
      'Why you decide',
      missing > 0
        ? 'The balance does not cover the refunds'
        : 'More may go back than an organizer may refund alone',
    ),
  ]
}

const next = nothingUntil('approves or returns it. Sales are stopped.')
const version = ({ version }: Measure) => version

export const measureTaskKinds = {
  cancel_asked: declareTask<Measure>({
    title: 'Cancellation requested',
    group: 'events',
    urgency: 'waited_for',
    known: (row) =>
      `${row.facts.by} requests the cancellation of ${partOf(row.facts)}: ${quoted(row.facts.reason)}`,
    decideOn: (row) => moneyFacts(row, row.facts.frees_passes ? 'At most ' : ''),
    next,
    actions: [
      approve('Cancel', ({ amount }) => `Approve: refund ${formatExactKes(amount ?? 0)}`),
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
    decideOn: (row) => [
      fact('Now', place(row.facts.present)),
      fact('New', place(row.facts.schedule)),
      ...moneyFacts(row, 'At most '),
    ],
    next,
    actions: [approve('Reschedule', () => 'Approve the reschedule'), returnRequest],
    version,
  }),
}
