import type { Schedule } from '../../events/reschedule.rules.ts'
import type { TaskRow } from '../../platform/tasks/tasks.contract.ts'
import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  type Task,
} from '../../platform/tasks/tasks.rules.ts'
import { formatDateTime } from '../../ui/dates.rules.ts'
import { formatExactKes } from '../../ui/office/formats.rules.ts'

type Measure = { by: string; reason: string; orders: number; tickets: number; version: string }

/** Approves the request. `verb` and `sum` are of the button, such as 'Cancel' and 'refund'. */
const approve = (verb: string, sum: string) => {
  const label = ({ amount }: TaskRow) => `Approve: ${sum} ${formatExactKes(amount ?? 0)}`
  return call('/api/events/{key}/measure/approve', label, {
    done: 'Approved.',
    question: {
      title: ({ event }) => `${verb} ${event?.title ?? 'this event'}?`,
      yes: label,
      text: ({ known }) => `${known} Every buyer is notified. This cannot be undone.`,
    },
  })
}

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

/** 'KES 900 (3 tickets, 2 orders)' */
const moneyText = ({ amount, facts }: Task<Measure>) =>
  `${amount} (${count(facts.tickets, 'ticket')}, ${count(facts.orders, 'order')})`

const next = nothingUntil('approves or returns it. Sales are stopped.')
const version = ({ version }: Measure) => version

export const measureTaskKinds = {
  cancel_asked: declareTask<Measure>({
    title: 'Cancellation requested',
    group: 'events',
    urgency: 'waited_for',
    known: (row) =>
      `${row.facts.by} requests the cancellation of this event: '${row.facts.reason}'. ${moneyText(row)} will be refunded.`,
    next,
    actions: [approve('Cancel', 'refund'), returnRequest],
    version,
  }),
  reschedule_asked: declareTask<Measure & { schedule: Schedule }>({
    title: 'Reschedule requested',
    group: 'events',
    urgency: 'waited_for',
    known: (row) => {
      const { by, reason, schedule } = row.facts
      const { date, time, location } = schedule
      return `${by} requests a move of this event to ${formatDateTime(date, time)}, ${location}: '${reason}'. At most ${moneyText(row)} will be refunded.`
    },
    next,
    actions: [approve('Reschedule', 'at most'), returnRequest],
    version,
  }),
}
