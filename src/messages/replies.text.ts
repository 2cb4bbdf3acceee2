import { twin } from './twin.rules.ts'

/**
 * Texts in replies to visitors, by id. Three other places have texts: `errors.ts` of each room for
 * errors with a fixed text, payments/result.rules.ts for payment results, and pages.text.ts for
 * texts that pages show too.
 */
export const REPLIES = {
  refundDue: twin(
    '{amount} will be refunded to {payer} by {day}.',
    '{amount} zitarudishwa kwa {payer} kufikia {day}.',
  ),
  cashRefundDue: twin(
    '{amount} in cash will be given back by the organizer by {day}.',
    '{amount} taslimu zitarudishwa na mwandalizi kufikia {day}.',
  ),
  refunded: twin('{amount} was refunded to {payer}.', '{amount} zimerudishwa kwa {payer}.'),
  refundedInCash: twin('{amount} was refunded, in cash.', '{amount} zimerudishwa, taslimu.'),
  refundedInCashAs: twin(
    '{amount} was refunded, in cash, reference {receipt}.',
    '{amount} zimerudishwa, taslimu, kumbukumbu {receipt}.',
  ),
  refundedAs: twin(
    '{amount} was refunded, reference {receipt}.',
    '{amount} zimerudishwa, kumbukumbu {receipt}.',
  ),
  refundedByMpesa: twin(
    '{amount} was refunded, M-PESA receipt {receipt}.',
    '{amount} zimerudishwa, risiti ya M-PESA {receipt}.',
  ),
  payingNumber: twin('the M-PESA number that paid', 'nambari ya M-PESA iliyolipa'),
  boughtNoTicket: twin('This payment bought no ticket.', 'Malipo haya hayakupata tiketi.'),
  onePersonLeft: twin(
    'Only 1 person is left on this ticket.',
    'Amebaki mtu 1 tu kwenye tiketi hii.',
  ),
  peopleLeft: twin(
    'Only {left} people are left on this ticket.',
    'Wamebaki watu {left} tu kwenye tiketi hii.',
  ),
  onePersonEach: twin(
    'To several phones goes one person each.',
    'Ukituma kwa simu kadhaa, kila simu hupata nafasi ya mtu mmoja.',
  ),
  codesSentOften: twin(
    'Codes for this ticket were sent several times. Please wait an hour.',
    'Nambari za siri za tiketi hii zimetumwa mara kadhaa. Tafadhali subiri saa moja.',
  ),
  ticketsReceivedOften: twin(
    'This phone was sent several tickets just now. Please wait an hour.',
    'Simu hii imetumiwa tiketi kadhaa sasa hivi. Tafadhali subiri saa moja.',
  ),
  ticketsEmailedOften: twin(
    'These tickets were sent by e-mail several times. Please wait an hour.',
    'Tiketi hizi zimetumwa kwa barua pepe mara kadhaa. Tafadhali subiri saa moja.',
  ),
  emailOrEmpty: twin(
    'Please enter a valid email address, or leave it empty.',
    'Tafadhali weka anwani sahihi ya barua pepe, au uache wazi.',
  ),
  unknownLink: twin('This link is not one of ours.', 'Kiungo hiki si chetu.'),
  smsNotSent: twin(
    'We could not send the SMS to {phone}: {reason}.',
    'Hatukuweza kutuma SMS kwa {phone}: {reason}.',
  ),
  optedOut: twin('this phone opted out of our SMS', 'simu hii ilikataa SMS zetu'),
  noSuchPhone: twin('no phone has this number', 'hakuna simu yenye nambari hii'),
  phoneAway: twin('the phone was off or out of reach', 'simu ilikuwa imezimwa au haipatikani'),
  lineSuspended: twin('the line is suspended', 'laini imesimamishwa'),
  noSmsRoute: twin('the operator does not take SMS for it', 'mtandao haupokei SMS zake'),
  gatewayDown: twin(
    'the gateway took nothing for three days',
    'huduma ya SMS haikupokea chochote kwa siku tatu',
  ),
  notDelivered: twin('the network did not deliver it', 'mtandao haukuifikisha'),
}
