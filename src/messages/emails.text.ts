import { twin } from './twin.rules.ts'

// Texts of the emails to buyers. Emails to account holders are in English only, like the back
// office (accounts/emails.text.ts).

export const TICKET_EMAIL = {
  subjectOne: twin('Your ticket: {title}', 'Tiketi yako: {title}'),
  subject: twin('Your tickets: {title}', 'Tiketi zako: {title}'),
  enterThrough: twin('Enter Through', 'Ingia Kupitia'),
  redeemAt: twin('Redeem At', 'Tumia Kwenye'),
  people: twin('{count} people', 'watu {count}'),
  uses: twin('{count} uses', 'mara {count}'),
  ticketNumber: twin('Ticket number', 'Nambari ya tiketi'),
  codeOf: twin('QR code of ticket {number}', 'Msimbo wa QR wa tiketi {number}'),
  view: twin('View Ticket', 'Tazama Tiketi'),
  paid: twin('Paid', 'Umelipa'),
  orderNumber: twin('Order number', 'Nambari ya agizo'),
  reference: twin('M-PESA reference', 'Kumbukumbu ya M-PESA'),
  atTheGateText: twin(
    'Open the link and show the QR code, or show the ticket number, at the gate. Keep it safe and do not share it with others.',
    'Fungua kiungo na uonyeshe msimbo wa QR, au nambari ya tiketi, langoni. Itunze vizuri na usiwape wengine.',
  ),
  atTheGate: twin(
    'Show the QR code or the ticket number at the gate. Keep it safe and do not share it with others.',
    'Onyesha msimbo wa QR au nambari ya tiketi langoni. Itunze vizuri na usiwape wengine.',
  ),
}

export const MOVED_EMAIL = {
  subject: twin('Rescheduled: {title}', 'Ratiba mpya: {title}'),
  moved: twin(
    "{title} has been rescheduled. Your tickets stay valid; you don't need to do anything.",
    'Ratiba ya {title} imebadilika. Tiketi zako bado ni halali; huhitaji kufanya chochote.',
  ),
  movedDay: twin(
    "{day} of {title} has been moved. Your tickets stay valid; you don't need to do anything.",
    '{day} ya {title} imehamishwa. Tiketi zako bado ni halali; huhitaji kufanya chochote.',
  ),
  newDate: twin('New date: {place}', 'Tarehe mpya: {place}'),
  newTime: twin('New time: {place}', 'Saa mpya: {place}'),
  newPlace: twin('New venue: {place}', 'Mahali papya: {place}'),
  was: twin('Was: {place}', 'Awali: {place}'),
  refund: twin(
    "Can't make it? Request a refund by {until}:",
    'Huwezi kuja? Omba kurudishiwa pesa kufikia {until}:',
  ),
}

export const CANCELLED_EMAIL = {
  subject: twin('Cancelled: {title}', 'Imefutwa: {title}'),
  heading: twin('{title} is cancelled', '{title} imefutwa'),
  cancelled: twin(
    '{title} will not take place. We are sorry.',
    '{title} haitafanyika. Tunaomba radhi.',
  ),
  refund: twin(
    "{amount} will be refunded by {by} to the M-PESA number that paid. You don't need to do anything.",
    '{amount} zitarudishwa kufikia {by} kwa nambari ya M-PESA iliyolipa. Huhitaji kufanya chochote.',
  ),
  invalid: twin(
    'Your tickets are no longer valid. Reference: {code}',
    'Tiketi zako si halali tena. Kumbukumbu: {code}',
  ),
}

/** The email about a cancelled day of an event of several days. */
export const DAY_CANCELLED_EMAIL = {
  subject: twin('{day} is cancelled: {title}', '{day} imefutwa: {title}'),
  cancelled: twin(
    '{day} of {title} will not take place. We are sorry.',
    '{day} ya {title} haitafanyika. Tunaomba radhi.',
  ),
  invalid: twin(
    'Your tickets for this day only are no longer valid. Reference: {code}',
    'Tiketi zako za siku hii pekee si halali tena. Kumbukumbu: {code}',
  ),
  kept: twin(
    'Your passes stay valid for the other days.',
    'Tiketi zako za siku kadhaa bado ni halali kwa siku zingine.',
  ),
}

/** The footer of each email. */
export const QUESTIONS = twin('Questions? {email} or {phone}', 'Una swali? {email} au {phone}')
