import { call, declareTask, nothingUntil, quoted } from '../platform/tasks/tasks.rules.ts'
import { reasonText } from './complaint.rules.ts'

export const complaintTaskKinds = {
  event_reported: declareTask<{ reason: string; text: string }>({
    title: 'Event reported',
    group: 'events',
    known: ({ facts: { reason, text } }) => {
      const said = `A visitor: ${reasonText(reason)}`
      return text === '' ? `${said}.` : `${said}, ${quoted(text)}`
    },
    next: nothingUntil('looks at the event and settles this.'),
    actions: [call('/api/complaints/{key}/settle', 'Settle', { done: 'Settled.' })],
    link: ({ event }) => ({ to: `/organizer/events/${event?.id}`, label: 'Look at the event' }),
  }),
}
