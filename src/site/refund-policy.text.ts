import { RESCHEDULE_DAYS } from '../events/reschedule.rules.ts'
import { type Policy, REFUND_SPAN } from './policy.rules.ts'

export const REFUND_POLICY: Policy = {
  title: 'Refund Policy',
  lead: 'Ticket sales are final, unless the event is cancelled or rescheduled. If it is cancelled, your money comes back by itself, to the M-PESA number that paid.',
  description:
    'When tickets bought on Lango are refunded, how much comes back, how long it takes and how to ask.',
  sections: [
    {
      id: 'final-sales',
      title: 'Sales are final',
      blocks: [
        'All ticket sales are final, unless an event is cancelled or rescheduled. We cannot refund a ticket because plans changed, because it was bought by mistake, or because you came late or did not come.',
        'Please check the event, the date, the ticket type and the quantity before you enter your M-PESA PIN. An organizer may be more generous than this policy: if an event has refund terms of its own, they stand on its page, and they can only add to what you are promised here.',
      ],
    },
    {
      id: 'cancelled',
      title: 'When an event is cancelled',
      blocks: [
        'If an event is cancelled, every ticket for it is refunded automatically. You do not have to ask, call or fill in anything.',
        [
          'We tell you by SMS, and by email if you gave us an address.',
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
        'If an event moves to another date, time or place, your tickets stay valid for the new one. You do not have to do anything: the ticket page shows the new date.',
        `If you cannot come on the new date, you may ask for a refund. Your request must reach us within ${RESCHEDULE_DAYS} days of the announcement. After that the tickets stay valid and the sale is final again. The SMS that tells you of the change has a link for that; how else to ask stands [further down](#how-to-ask).`,
      ],
    },
    {
      id: 'amount',
      title: 'How much comes back',
      blocks: [
        'The full price of the ticket is refunded. Transaction fees, such as what M-PESA or a bank charged for the payment, and service fees that were shown to you as such, may not be refundable.',
        'Refunds are paid in Kenyan shillings (KES), to the shilling that you paid for the ticket.',
      ],
    },
    {
      id: 'exceptions',
      title: 'Exceptions',
      blocks: [
        'We also refund, although the event takes place as planned, in these three cases:',
        [
          'A technical payment error: money left your M-PESA account and no ticket was issued for it, or you were charged another amount than the one shown.',
          'A double booking by a system error: the same order was charged twice. You keep the tickets of one payment, and the other payment comes back.',
          'A significant change of the event: the venue moves to another town, the main act or fixture is replaced, or what your ticket type promised is not there.',
        ],
        'Most payment errors are found by our own books before you notice them. A payment that arrives after the tickets have sold out is returned without a request.',
      ],
    },
    {
      id: 'how-to-ask',
      title: 'How to ask for a refund',
      blocks: [
        'Write to us through the [contact page](/contact) or to {email}. Please give us the M-PESA reference number of the payment, the event and the reason. Never send us, or anybody, your M-PESA PIN.',
        `You get an answer within 3 business days. If we agree, the money reaches the M-PESA number that paid within ${REFUND_SPAN} business days. If we refuse, we tell you why.`,
      ],
    },
    {
      id: 'missing',
      title: 'If a refund does not arrive',
      blocks: [
        `If ${REFUND_SPAN} business days have passed, look for the refund in your M-PESA messages first: it comes as a payment of its own, with a reference of its own. If it is not there, [write to us](/contact) with the reference number of the payment that you made.`,
        'Nothing in this policy takes away what the Consumer Protection Act of Kenya gives you.',
      ],
    },
  ],
}
