import { failureText } from '../messages/delivery.rules.ts'
import type { TaskRow } from '../platform/tasks/tasks.contract.ts'
import { call, declareTask, nothingUntil } from '../platform/tasks/tasks.rules.ts'

const issueTickets = call('/api/orders/{order_id}/issue_tickets', 'Issue tickets now', {
  done: 'The tickets are being issued.',
})

export const openOrder = ({ event }: TaskRow) => ({
  to: `/organizer/events/${event?.id}/transactions`,
  label: 'Open the order',
})

export const ticketTaskKinds = {
  order_without_tickets: declareTask<object>({
    title: 'Paid, no tickets',
    group: 'tickets',
    urgency: 'waited_for',
    phoneLabel: "Buyer's phone",
    known: ({ amount }) => `${amount} was paid, but no tickets were issued.`,
    next: ({ until }) => (until ? `We try again at ${until}.` : 'We try again within a minute.'),
    actions: [issueTickets],
  }),
  buyer_not_reached: declareTask<{ failure: string | null }>({
    title: 'Buyer not reached',
    group: 'tickets',
    phoneLabel: "Buyer's phone",
    known: ({ facts }) =>
      `No message with the tickets reached the buyer: ${failureText(facts.failure)}.`,
    next: nothingUntil('calls the buyer or resends the SMS.'),
    actions: [],
    link: openOrder,
  }),
  holder_not_reached: declareTask<{ phone: string; failure: string | null }>({
    title: 'Friend not reached',
    group: 'tickets',
    phoneLabel: "Friend's phone",
    known: ({ facts: { phone, failure } }) =>
      `The ticket sent to 0${phone.slice(3)} did not arrive: ${failureText(failure)}.`,
    next: nothingUntil('calls this friend or resends the SMS.'),
    actions: [],
    link: openOrder,
  }),
}
