import { KEPT_FOR } from './kept-for.rules.ts'
import { MINIMUM_AGE, type Policy } from './policy.rules.ts'

export const PRIVACY: Policy = {
  title: 'Privacy Policy',
  lead: 'We need a phone number to sell you a ticket, and not much more. Here is what we hold, why, who else sees it, and how you stay in charge of it.',
  description:
    'What personal data Lango holds, why and for how long, who receives it, and your rights under the Data Protection Act 2019 of Kenya.',
  sections: [
    {
      id: 'who',
      title: '1. Who we are',
      blocks: [
        'Lango, {office}, decides what happens with the data described here and is the data controller under the Data Protection Act, 2019. For anything about your data write to {email}, call {phone}, or use the [contact page](/contact).',
        'The organizer of an event is a separate controller for what it learns from you at the event.',
      ],
    },
    {
      id: 'what',
      title: '2. What we collect',
      blocks: [
        [
          'When you buy: your phone number, your email address if you give one, what you bought, what you paid, and the M-PESA reference of the payment.',
          'When you enter: the time, the gate and the ticket number of your check-in.',
          'When you write to us: your name, your email address, the subject and the message.',
          'When you subscribe to the newsletter: your email address, and when, where and to what you agreed.',
          'When you are an organizer: your name, your email address, your role, and your password in a form that cannot be read back.',
          'When you sell tickets for an organizer: your name and your phone number, which the organizer enters, and what you sold.',
          'When you use the site: your network address for a short time, to prevent misuse.',
        ],
        'We do not ask for your ID number, your birthday or your home address. We never see your M-PESA PIN. There are no advertising cookies and no third-party trackers on our pages.',
        'Your browser keeps some things for you on your own device: an order that is being paid, so that a lost network does not lose it, the number that paid last, your ticket pages, so that they open at the gate without a network, for half an hour the number that you confirmed for free tickets with its code, and for a week how you came to an event, such as by the link of a seller. Clearing the data of this site removes them.',
      ],
    },
    {
      id: 'why',
      title: '3. Why we use it',
      blocks: [
        [
          'To carry out your purchase: to prompt your phone, to issue and send the tickets, to admit you, to refund you. The legal basis is our contract with you.',
          'To notify you that an event was cancelled or rescheduled, for the same reason.',
          'To answer your questions, because you asked.',
          'To send you the newsletter, only if you agreed to it. Each one has a link to unsubscribe in one step, and you may withdraw your consent at any time.',
          'To keep books and pay taxes, because the law requires it.',
          'To prevent fraud and to keep the service running, which is our legitimate interest and that of every buyer.',
        ],
        'We make no purely automated decisions that affect you legally, and we do not sell your data.',
      ],
    },
    {
      id: 'recipients',
      title: '4. Who receives it',
      blocks: [
        [
          'Safaricom, which carries out the M-PESA payment: your phone number, the amount and the code of the order.',
          'Our SMS provider and the mobile networks, which deliver your ticket: your phone number and the text.',
          'Our email provider, if you gave an address.',
          'The organizer of the event that you bought for, and no other organizer: your phone number and email address, what you bought and whether you came.',
          'Everyone who opens the page of an event: the name of its organizer.',
          'Authorities and courts, where the law requires it.',
        ],
        'All of them may use it for that purpose only. If a provider works outside Kenya, we make sure that your data is protected there as the Act requires before it leaves.',
      ],
    },
    {
      id: 'how-long',
      title: '5. How long we keep it',
      blocks: [
        [
          `Orders, payments and tickets: ${KEPT_FOR.accounts.label} after the event, because tax law requires them. Your phone number and email address can be removed from them earlier.`,
          `Messages that we sent you, and messages that you sent us: ${KEPT_FOR.letters.label}.`,
          `What M-PESA and the SMS provider report to us, in its raw form: ${KEPT_FOR.raw.label}.`,
          `What you typed after dialling our code, and logs, in which phone numbers are masked: ${KEPT_FOR.logs.label}.`,
          `Your network address: ${KEPT_FOR.addresses.label}; of stewards and admins ${KEPT_FOR.staff.label}.`,
          `Your newsletter subscription: until you unsubscribe. We keep proof of your consent and of its end for ${KEPT_FOR.accounts.label} longer.`,
          `An organizer’s account: until it is closed. We close an account without events after ${KEPT_FOR.unused.label} without a sign-in.`,
        ],
        'After that it is deleted, or changed so that no one can tell whose it was.',
      ],
    },
    {
      id: 'safety',
      title: '6. How we protect it',
      blocks: [
        'Connections are encrypted. Phone numbers never appear in web addresses or in QR codes, and they are masked in our logs. Only people who need it for their work can see your data, and organizers see only their own events.',
        'If your data should nevertheless fall into the wrong hands, we notify the Data Commissioner within 72 hours of learning of it, and you without undue delay where it may harm you.',
        'Anyone with its address can open a ticket page. So keep the SMS to yourself, and on a shared phone look up your ticket only while you are with it: the list of found tickets clears automatically after five minutes.',
      ],
    },
    {
      id: 'rights',
      title: '7. Your rights',
      blocks: [
        'Under the Data Protection Act, 2019 you may at any time and free of charge:',
        [
          'Ask what we hold about you and get a copy of it. We reply within 7 days.',
          'Have it corrected or completed if it is wrong.',
          'Have it erased if we no longer need it or have no right to hold it. What tax law makes us keep stays, without what identifies you.',
          'Object to a use of your data, or have it restricted while a question is settled. You can always object to the newsletter.',
          'Receive it in a common machine-readable form, or have it sent to someone else, within 30 days.',
          'Withdraw your consent. What was done before stays lawful.',
        ],
        'On the page [Your data](/my-data) you get a copy of what we hold about your phone number, or have it erased, immediately: a code by SMS shows that the phone is yours.',
        'For anything else write to {email} from the email address, or give us the phone number, that the data belongs to. We first make sure that it is yours, so that no one else can ask in your name. We act on corrections, erasures and objections within 7 days.',
        'If you are not satisfied, you may complain to the Office of the Data Protection Commissioner (ODPC) in Nairobi, at [odpc.go.ke](https://www.odpc.go.ke), at any time and without asking us first.',
      ],
    },
    {
      id: 'children',
      title: '8. Children',
      blocks: [
        `Our service is not intended for children under ${MINIMUM_AGE}, and we do not knowingly collect their data. Under the Act, everyone under 18 is a child. If you are under 18, a parent or guardian must agree before you buy a ticket, subscribe or write to us.`,
        'If a child has given us data without that consent, tell us at {email} and we delete it.',
      ],
    },
    {
      id: 'changes',
      title: '9. Changes to this policy',
      blocks: [
        'When we change this policy, we change the date at its top. If a change matters to you, because we want to use your data for something new or share it with someone new, we let you know beforehand by SMS or email, and ask you where the law requires it.',
        'Questions are welcome: the [contact page](/contact) reaches a real person.',
      ],
    },
  ],
}
