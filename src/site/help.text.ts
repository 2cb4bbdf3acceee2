import { SHARE_KEPT } from './sell.text.ts'

/** A question with its answer in paragraphs. The id is the question's anchor on the help page. */
export type HelpQuestion = { id: string; question: string; answer: readonly string[] }

export type HelpCategory = { name: string; questions: readonly HelpQuestion[] }

/** `[words](/path)` is a link; `{ussd}` and `{fee}` are filled in from the settings. */
export const HELP: readonly HelpCategory[] = [
  {
    name: 'Tickets',
    questions: [
      {
        id: 'buy-tickets',
        question: 'How do I buy tickets?',
        answer: [
          'On this website: open an event, choose how many tickets of each type you want, press ‘Click to Buy’ and enter your phone number. You get an M-PESA prompt on that phone. Enter your PIN, and your tickets arrive within seconds. No account needed.',
          'Without internet: dial the USSD code {ussd} on any phone and follow the menu.',
        ],
      },
      {
        id: 'refunds',
        question: 'Can I get a refund?',
        answer: [
          'Refunds vary by event. In general sales are final. If an event is cancelled, we refund you automatically to the M-PESA number that paid. If it is rescheduled, you can request a refund within 14 days of the announcement. Some organizers offer more; see the event page.',
          'Full details: [Refund Policy](/refund-policy).',
        ],
      },
      {
        id: 'delivery',
        question: 'How do I receive my ticket?',
        answer: [
          'By SMS to the phone number you order with, and by email if you gave an address. Each message has the ticket number and a link to your ticket with its QR code. You also see your tickets on screen when the payment is complete.',
        ],
      },
      {
        id: 'find-ticket',
        question: 'I lost my ticket. How do I get it back?',
        answer: [
          'Go to [My Ticket](/my-ticket), which is also in the footer of every page, and enter the M-PESA transaction ID of your payment. It is the code at the beginning of the message from M-PESA, such as RG56TYHJ8K.',
          'Without that code, or if your tickets were free, enter your phone number on the same page. A code by SMS shows that the phone is yours, and you see all its tickets.',
        ],
      },
      {
        id: 'offline',
        question: 'Does my ticket work without internet?',
        answer: [
          'Yes. Open your ticket once while you have a connection. After that it works offline on the same phone. You can also print it, or show the ticket number from the SMS.',
        ],
      },
      {
        id: 'quantity',
        question: 'I bought several tickets but see only one. Where are the others?',
        answer: [
          'Tickets of the same type come as one ticket with one QR code. ‘Quantity: 3’ on it means that it admits three people. Please enter together, or ask the steward to let you in one at a time. Each ticket type has its own ticket.',
        ],
      },
    ],
  },
  {
    name: 'Payment',
    questions: [
      {
        id: 'payment-methods',
        question: 'How can I pay?',
        answer: ['With M-PESA only, in Kenyan shillings. You can pay from a different phone.'],
      },
      {
        id: 'safe-payment',
        question: 'Is my payment safe?',
        answer: [
          'Yes. Payments are processed via the official M-PESA gateway of Safaricom. You enter your PIN in the prompt on your own phone; we never see it, and no one from Lango will ever ask you for it.',
        ],
      },
      {
        id: 'money-held',
        question: 'Where is my money?',
        answer: [
          'You pay Lango, not the organizer. If an event’s page says so, your money stays with us until the morning after the event, whatever the organizer asks. If the event is cancelled, we refund you from it.',
          'Other organizers may be paid earlier. We check every payout before the event, and usually keep a part for refunds. What you pay in cash at the door goes to the organizer.',
        ],
      },
      {
        id: 'failed-payment',
        question: 'What happens if my payment fails?',
        answer: [
          'A failed payment means that no tickets are issued and no money is taken. The page tells you what went wrong, such as a wrong PIN, not enough balance or a prompt that expired, and you can try again immediately. We hold your tickets for a few minutes.',
        ],
      },
      {
        id: 'paid-no-ticket',
        question: 'I paid but have no ticket. What should I do?',
        answer: [
          'Please do not pay again. M-PESA sometimes takes a few minutes to confirm a payment. Enter the transaction ID from your M-PESA message at [My Ticket](/my-ticket). If nothing is found after ten minutes, [contact us](/contact) with that ID. If we could not issue your tickets, we refund your payment.',
        ],
      },
      {
        id: 'no-prompt',
        question: 'The M-PESA prompt does not appear on my phone.',
        answer: [
          'Unlock the phone, end any call or other M-PESA menu, and check that it has signal. Then try again. If it keeps happening, dial *234# to update the menu of your SIM card.',
        ],
      },
    ],
  },
  {
    name: 'Events',
    questions: [
      {
        id: 'cancelled-event',
        question: 'What happens if an event is cancelled or rescheduled?',
        answer: [
          'We notify everyone who has a ticket by SMS and email. After a cancellation you are refunded automatically, which takes 7-14 business days. If the event is rescheduled, your ticket is valid for the new date.',
        ],
      },
      {
        id: 'transfer',
        question: 'Can I give my ticket to someone else?',
        answer: [
          'Tickets are generally non-transferable. If you pay for friends or family, come together: one ticket can admit several people. Never post a ticket online: the first person to show its code is let in.',
          'If the organizer allows it, you can send a ticket to a friend: open it, press ‘Send to a friend’ and enter your friend’s phone number, or several. We send a code by SMS to the phone that has the ticket. When you enter it, each friend gets a new ticket number by SMS, and the old number stops working for them.',
        ],
      },
      {
        id: 'genuine',
        question: 'I’m buying a ticket from someone. Is it genuine?',
        answer: [
          'Ask for the ticket number and [check it](/genuine) before you pay: the page says whether it is valid, used, transferred or not valid, for which event and which type. Other people may have a valid number, too. So pay only after the seller sends the ticket to your phone: you get a new number by SMS, and the old number stops working. Check the new number too, before you pay: after that the seller can’t take it back.',
        ],
      },
      {
        id: 'sell-tickets',
        question: 'How do I sell tickets for my event?',
        answer: [
          'As an organizer, create an account, write your event and submit it for review. What it costs: {fee}.',
          'When your money comes, and the terms of payment: [Sell tickets](/sell).',
        ],
      },
      {
        id: 'payout',
        question: 'When do I get the money of my event?',
        answer: [
          'You choose for each event: after the event, from 6:00 AM on the morning after it, or at any time. On the page Statement of your event you see how much you can request, and you request the payout there.',
          'We decide on your request within {days}.',
          SHARE_KEPT,
          'Set your payout account before your first paid order. An account that you set or change later gets payouts after 48 hours.',
        ],
      },
      {
        id: 'what-to-bring',
        question: 'What should I bring to the event?',
        answer: [
          'Your ticket, on your phone or on paper, and a valid ID. Some events have an age limit or do not allow bags; see the event page.',
        ],
      },
      {
        id: 'gate',
        question: 'Which gate do I use?',
        answer: [
          'The one on your ticket under ‘Enter Through’. The ticket is valid at that gate only, so queues stay short.',
        ],
      },
    ],
  },
]
