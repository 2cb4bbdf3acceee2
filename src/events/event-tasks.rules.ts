import type { TaskRow } from '../platform/tasks/tasks.contract.ts'
import { declareTask, nothingUntil } from '../platform/tasks/tasks.rules.ts'

/** Links to the event's page, which has the buttons of the decision. */
const toEvent =
  (label: string) =>
  ({ event }: TaskRow) => ({ to: `/organizer/events/${event?.id}`, label })

export const eventTaskKinds = {
  draft_sent_in: declareTask<{ by: string }>({
    title: 'Draft submitted',
    group: 'drafts',
    urgency: 'waited_for',
    known: ({ facts }) => `${facts.by} requests publication of this event.`,
    next: nothingUntil('publishes or returns it.'),
    actions: [],
    link: toEvent('Publish or return'),
  }),
  change_sent_in: declareTask<{ by: string }>({
    title: 'Change submitted',
    group: 'drafts',
    urgency: 'waited_for',
    known: ({ facts }) => `${facts.by} requests changes to this event.`,
    next: nothingUntil('approves or returns it. The page keeps its old values.'),
    actions: [],
    link: toEvent('Approve or return'),
  }),
  name_asked: declareTask<{ email: string; name: string }>({
    title: 'Name requested',
    group: 'events',
    urgency: 'waited_for',
    known: ({ facts }) =>
      `${facts.email} requests the name '${facts.name}'. Each SMS begins with it.`,
    next: nothingUntil('uses or refuses it. The old name stays.'),
    actions: [],
    link: ({ key }) => ({ to: `/organizer/page/${key}`, label: 'Use or refuse' }),
  }),
}
