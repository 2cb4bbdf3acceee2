import type { TaskRow } from '../../platform/tasks/tasks.contract.ts'
import { call, declareTask, explanation, nothingUntil } from '../../platform/tasks/tasks.rules.ts'

const link = ({ event }: TaskRow) => ({
  to: `/organizer/events/${event?.id}`,
  label: 'View event',
})

const reports = (count: number) => `${count} ${count === 1 ? 'visitor' : 'visitors'} reported it`

export const freezeTaskKinds = {
  payouts_frozen: declareTask<{ complaints: number }>({
    title: 'Payouts frozen',
    group: 'payouts',
    urgency: 'waited_for',
    known: ({ amount, facts: { complaints } }) =>
      `The event is over, no ticket was checked in, and ${reports(complaints)}. The payouts are frozen: ${amount} is due to the organizer.`,
    next: nothingUntil('releases the payouts.'),
    actions: [
      call('/api/events/{key}/payouts/release', 'Release payouts', {
        name: 'release_payouts',
        done: 'Payouts released.',
        form: {
          yes: 'Release',
          fields: [
            explanation('Reason', 'How you know that the event took place. For the audit log.'),
          ],
        },
      }),
    ],
    link,
    eventPage: 'statement',
  }),
  no_check_in: declareTask<{ complaints: number }>({
    title: 'No check-in',
    group: 'payouts',
    known: ({ facts: { complaints } }) =>
      `The event is over and no ticket was checked in${complaints > 0 ? `; ${reports(complaints)}` : ''}. Perhaps the door list was on paper. Payouts go on.`,
    next: nothingUntil('looks at the event and settles this.'),
    actions: [
      call('/api/events/{key}/missing_check_ins/settle', 'Settle', {
        name: 'settle_missing_check_ins',
        done: 'Settled.',
      }),
    ],
    link,
    eventPage: 'statement',
  }),
}
