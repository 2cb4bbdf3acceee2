import { RESCHEDULE_DAYS } from '../events/reschedule.rules.ts'
import { type Policy, REFUND_SPAN } from './policy.rules.ts'

export const REFUND_POLICY: Policy = {
  title: 'Refund Policy',
  lead: 'Ticket sales are final, unless the event is cancelled or rescheduled. If it is cancelled, we refund you automatically to the M-PESA number that paid.',
  description:
    'When tickets bought on Lango are refunded, how much is refunded, how long it takes and how to request it.',
  sections: [
    {
      id: 'final-sales',
      title: 'Sales are final',
      blocks: [
        'All ticket sales are final, unless an event is cancelled or rescheduled. We cannot refund a ticket because plans changed, because it was bought by mistake, or because you came late or did not come.',
        'Please check the event, the date, the ticket type and the quantity before you enter your M-PESA PIN. An organizer may be more generous than this policy: if an event has its own refund terms, they’re on its page and can only improve on these.',
      ],
    },
    {
      id: 'cancelled',
      title: 'When an event is cancelled',
      blocks: [
        'If an event is cancelled, every ticket for it is refunded automatically. You don’t need to do anything.',
        [
          'We’ll let you know by SMS, and by email if you gave us an address.',
          'The money goes to the M-PESA number that paid, and to no other number.',
          `It arrives within ${REFUND_SPAN} business days of the cancellation.`,
          'Your tickets stop being valid on the day of the cancellation.',
        ],
      ],
    },
    {
      id: 'rescheduled',
      title: 'When an event is rescheduled',
      blocks: [
        'If an event is rescheduled to another date, time or place, your tickets stay valid. You don’t need to do anything: the ticket page shows the new date.',
        `If you can’t come on the new date, you can request a refund. Your request must reach us within ${RESCHEDULE_DAYS} days of the announcement. After that the tickets stay valid and the sale is final again. The SMS about the change has a link for this; other ways are [below](#how-to-ask).`,
      ],
    },
    {
      id: 'amount',
      title: 'How much is refunded',
      blocks: [
        'The full price of the ticket is refunded, with any service fee in it. Transaction fees, such as what M-PESA or a bank charged for the payment, may not be refundable.',
        'Refunds are paid in Kenyan shillings (KES): the exact amount you paid for the ticket.',
      ],
    },
    {
      id: 'exceptions',
      title: 'Exceptions',
      blocks: [
        'We also refund in these three cases, even if the event takes place as planned:',
        [
          'A technical payment error: money left your M-PESA account and no ticket was issued for it, or you were charged a different amount from the one shown.',
          'A double booking by a system error: the same order was charged twice. You keep the tickets of one payment, and we refund the other.',
          'A significant change to the event: the venue moves to another town, the main act or fixture is replaced, or what your ticket type promised is not there.',
        ],
        'Our own checks catch most payment errors first. A payment that arrives after the tickets have sold out is refunded automatically.',
      ],
    },
    {
      id: 'how-to-ask',
      title: 'How to request a refund',
      blocks: [
        'Write to us through the [contact page](/contact) or to {email}. Please give us the M-PESA reference number of the payment, the event and the reason. Never send your M-PESA PIN to anyone, not even to us.',
        `We reply within 3 business days. If we agree, the money reaches the M-PESA number that paid within ${REFUND_SPAN} business days. If we refuse, we tell you why.`,
      ],
    },
    {
      id: 'missing',
      title: 'If a refund does not arrive',
      blocks: [
        `If ${REFUND_SPAN} business days have passed, look for the refund in your M-PESA messages first: it is a separate payment with its own reference. If it is not there, [write to us](/contact) with the reference number of the payment that you made.`,
        'Nothing in this policy limits your rights under the Consumer Protection Act of Kenya.',
      ],
    },
  ],
}
