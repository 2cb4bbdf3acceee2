import { call, declareTask, nothingUntil } from '../platform/tasks/tasks.rules.ts'
import { isReason, REASON_LABELS } from './complaint.rules.ts'

export const complaintTaskKinds = {
  event_reported: declareTask<{ reason: string; text: string }>({
    title: 'Event reported',
    group: 'events',
    known: ({ facts: { reason, text } }) => {
      const [first = '', ...rest] = REASON_LABELS[isReason(reason) ? reason : 'other']
      return `A visitor: ${first.toLowerCase()}${rest.join('')}${text && `, '${text}'`}.`
    },
    next: nothingUntil('looks at the event and settles this.'),
    actions: [call('/api/complaints/{key}/settle', 'Settle', { done: 'Settled.' })],
    link: ({ event }) => ({ to: `/organizer/events/${event?.id}`, label: 'Look at the event' }),
  }),
}
