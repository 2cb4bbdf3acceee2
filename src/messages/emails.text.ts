import { twin } from './twin.rules.ts'

// Texts of the emails to buyers. Emails to account holders are in English only, like the back
// office (accounts/emails.text.ts).

export const TICKET_EMAIL = {
  subjectOne: twin('Your ticket: {title}', 'Tiketi yako: {title}'),
  subject: twin('Your tickets: {title}', 'Tiketi zako: {title}'),
  enterThrough: twin('Enter Through', 'Ingia Kupitia'),
  ticketNumber: twin('Ticket number', 'Nambari ya tiketi'),
  codeOf: twin('QR code of ticket {number}', 'Msimbo wa QR wa tiketi {number}'),
  view: twin('View Ticket', 'Tazama Tiketi'),
  paid: twin('Paid', 'Umelipa'),
  reference: twin('M-PESA reference', 'Kumbukumbu ya M-PESA'),
  atTheGateText: twin(
    'Show the QR code behind the link, or the ticket number, at the gate. Keep it safe and do not share it with others.',
    'Onyesha msimbo wa QR ulio kwenye kiungo, au nambari ya tiketi, langoni. Itunze vizuri na usiwape wengine.',
  ),
  atTheGate: twin(
    'Show the QR code or the ticket number at the gate. Keep it safe and do not share it with others.',
    'Onyesha msimbo wa QR au nambari ya tiketi langoni. Itunze vizuri na usiwape wengine.',
  ),
}

export const MOVED_EMAIL = {
  subject: twin('Moved: {title}', 'Imehama: {title}'),
  moved: twin(
    '{title} has moved. Your tickets stay valid; you need not do anything.',
    '{title} imehama. Tiketi zako bado ni halali; huhitaji kufanya chochote.',
  ),
  now: twin('New: {place}', 'Sasa: {place}'),
  before: twin('Before: {place}', 'Awali: {place}'),
  refund: twin(
    'If you cannot come, you may ask for your money until {until}:',
    'Kama huwezi kuja, unaweza kuomba kurudishiwa pesa zako hadi {until}:',
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
    '{amount} will be refunded by {by}, to the M-PESA number that paid. You need not do anything.',
    '{amount} zitarudishwa kufikia {by}, kwa nambari ya M-PESA iliyolipa. Huhitaji kufanya chochote.',
  ),
  invalid: twin(
    'Your tickets are not valid any more. Reference: {code}',
    'Tiketi zako si halali tena. Kumbukumbu: {code}',
  ),
}

/** The footer of each email. */
export const QUESTIONS = twin('Questions? {email} or {phone}', 'Una swali? {email} au {phone}')
