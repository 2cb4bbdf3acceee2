import { RESCHEDULE_DAYS } from '../events/reschedule.rules.ts'
import { MINIMUM_AGE, type Policy, REFUND_SPAN } from './policy.rules.ts'

export const TERMS: Policy = {
  title: 'Terms of Service',
  lead: 'What you can expect from us when you buy a ticket here, and what we ask of you. In nine short sections.',
  description:
    'The terms on which Lango sells tickets for events in Kenya: prices in KES, payment by M-PESA, entry, refunds and liability.',
  sections: [
    {
      id: 'about',
      title: '1. About these terms',
      blocks: [
        'Lango sells tickets for events in Kenya on behalf of the people who organize them. By buying a ticket, looking one up, or signing in as an organizer, you accept these terms together with the [Refund Policy](/refund-policy) and the [Privacy Policy](/privacy).',
        'The event itself is held by its organizer, who is responsible for it. Your contract for admission is with the organizer; your contract for the sale, the payment and the delivery of the ticket is with us.',
        `You don’t need an account to buy. Our service is not intended for children under ${MINIMUM_AGE}. Under 18, please buy only with the consent of a parent or guardian. An event may set its own age limit, which is checked at the gate.`,
      ],
    },
    {
      id: 'buying',
      title: '2. Buying tickets',
      blocks: [
        'You may buy on this website. You may also buy by dialling {ussd} on your phone. When you start to pay, we hold the tickets for you for a few minutes. If the payment does not arrive in that time, they go back on sale.',
        [
          'Each ticket type has a limit per order.',
          'An order is accepted when the payment is confirmed and the tickets are issued, not before.',
          'If your payment arrives after the tickets have sold out, we refund it.',
          'Sales end when the event is over, sold out, or taken off sale by its organizer.',
        ],
        'Please give a phone number that is yours or that you may use. We send the payment prompt and the tickets there.',
      ],
    },
    {
      id: 'prices',
      title: '3. Prices, fees and payment',
      blocks: [
        'All prices are in Kenyan shillings (KES). Service fees may apply. Any fee of ours is part of the total that you see before you pay; what you see is what is charged, in whole shillings.',
        'Payment is by M-PESA only, through the official gateway of Safaricom. You confirm it with your PIN on your own phone. We never see your PIN, and no one from Lango will ever ask you for it. M-PESA may charge its own fees.',
        'The price of a ticket is set by the organizer and may change until you pay. If it changed while you were choosing, we say so and charge nothing until you agree.',
      ],
    },
    {
      id: 'tickets',
      title: '4. Your ticket and entry',
      blocks: [
        'A ticket is a number and a QR code. It is sent by SMS, and by email if you gave an address, and it opens on its own page. It admits as many people as its quantity says, once, through the gate that it names.',
        [
          'Bring the ticket, on screen or on paper, and a valid ID.',
          'Treat it like cash. The first person to show it is admitted; a later copy is refused.',
          'Tickets are generally not transferable and must not be resold for profit, offered as prizes or used for advertising without the organizer’s consent.',
          'At the gate the rules of the organizer and of the venue apply, including searches for safety.',
        ],
        'If you lose your ticket, [find it](/my-ticket) with the reference number in your M-PESA message.',
      ],
    },
    {
      id: 'changes-of-events',
      title: '5. Cancelled and rescheduled events',
      blocks: [
        `Sales are final unless an event is cancelled or rescheduled. After a cancellation the ticket price is refunded automatically to the M-PESA number that paid, within ${REFUND_SPAN} business days. After a reschedule the tickets stay valid, and a refund may be requested within ${RESCHEDULE_DAYS} days of the announcement.`,
        'The [Refund Policy](/refund-policy) has the details and the exceptions. Line-ups, programmes and starting times may change without counting as a different event.',
      ],
    },
    {
      id: 'organizers',
      title: '6. Organizers',
      blocks: [
        'If you sell tickets here, you confirm that you may hold the event, that what its page says is true, and that you will honour every valid ticket. You set the prices and the number of tickets, and you are responsible for taxes and permits.',
        [
          'Keep your password to yourself. You are responsible for everything done under your account.',
          'Use the details of buyers only to run the event they paid for, and delete them when you no longer need them.',
          'Tell us without delay if an event is cancelled or rescheduled.',
        ],
        'The [terms of payment](/sell#payment) name our fee and say when you receive your money.',
        'We may take an event off sale, or withhold its payouts, if we have good reason to believe that it will not take place or breaks the law.',
      ],
    },
    {
      id: 'fair-use',
      title: '7. Using the service fairly',
      blocks: [
        'Please do not use our service in a way that harms others. In particular you must not:',
        [
          'send payment prompts to phones of people who did not ask for them,',
          'use bots, or get around the limits per order,',
          'guess ticket numbers or payment references,',
          'copy, change or counterfeit tickets,',
          'disrupt the service or test its security without our written consent.',
        ],
        'If this happens, we may cancel orders, refund what was paid for them, and close accounts.',
      ],
    },
    {
      id: 'liability',
      title: '8. Our responsibility',
      blocks: [
        'We’re responsible for selling you a valid ticket, for charging the right amount, for delivering the ticket, and for the refunds that our policy promises. If we fail in that, we make it good, up to what you paid for the order.',
        'We’re not responsible for how an event turns out, for the conduct of organizers, venues or visitors, or for failures of mobile networks and of M-PESA that we cannot control. Nothing here limits our liability for fraud, for death or injury caused by our negligence, or for anything else that the law of Kenya does not allow us to limit.',
      ],
    },
    {
      id: 'law',
      title: '9. Changes, law and contact',
      blocks: [
        'We may change these terms. The date above is the date of the last change; for an order, the terms of the day on which you bought apply.',
        'The law of Kenya applies, and Kenyan courts have jurisdiction. Please talk to us first: most things are settled in one message. You can reach us through the [contact page](/contact), at {email}, or by phone at {phone}. Our office is in {office}.',
      ],
    },
  ],
}
