import { twin } from './twin.rules.ts'

/**
 * Texts in replies to visitors, by id. Other texts are in other files: errors with a fixed text in
 * each `errors.ts`, payment results in payments/result.rules.ts, and texts that pages also show in
 * pages.text.ts.
 */
export const REPLIES = {
  refundDue: twin(
    '{amount} will be refunded by {day} to {payer}.',
    '{amount} zitarudishwa kufikia {day} kwa {payer}.',
  ),
  cashRefundDue: twin(
    'The organizer will refund {amount} in cash by {day}.',
    'Mwandalizi atarudisha {amount} taslimu kufikia {day}.',
  ),
  amountForTickets: twin('{amount} for {count} tickets', '{amount} za tiketi {count}'),
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
  returnedByMpesa: twin(
    '{amount} was already returned by M-PESA.',
    '{amount} zilikuwa zimerudishwa na M-PESA.',
  ),
  freeCodeSent: twin(
    'We sent a code to {phone}. It is valid for 45 minutes.',
    'Tumetuma msimbo wa uthibitisho kwa {phone}. Ni halali kwa dakika 45.',
  ),
  payingNumber: twin('the M-PESA number that paid', 'nambari ya M-PESA iliyolipa'),
  boughtNoTicket: twin(
    'No tickets were issued for this payment.',
    'Hakuna tiketi zilizotolewa kwa malipo haya.',
  ),
  onePersonLeft: twin('Only 1 person left on this ticket.', 'Amebaki mtu 1 tu kwenye tiketi hii.'),
  peopleLeft: twin(
    'Only {left} people left on this ticket.',
    'Wamebaki watu {left} tu kwenye tiketi hii.',
  ),
  takeBackOpen: twin(
    'You can take it back until someone opens it.',
    'Unaweza kuirudisha hadi mtu aifungue.',
  ),
  takeBackOpened: twin(
    "Opened on {at}. You can't take it back any more.",
    'Ilifunguliwa {at}. Haiwezi kurudishwa tena.',
  ),
  takeBackEnded: twin("You can't take it back any more.", 'Haiwezi kurudishwa tena.'),
  sentTo: twin('{people} sent to {phone}, {at}', '{people} kwa {phone}, {at}'),
  onePersonRefundable: twin(
    'Only 1 person of this ticket can be refunded.',
    'Mtu 1 tu wa tiketi hii anaweza kurudishiwa pesa.',
  ),
  peopleRefundable: twin(
    'Only {left} people of this ticket can be refunded.',
    'Watu {left} tu wa tiketi hii wanaweza kurudishiwa pesa.',
  ),
  refundsEnded: twin(
    'The refund period ended on {day}.',
    'Muda wa kuomba kurudishiwa pesa uliisha {day}.',
  ),
  nowAdmits: twin(
    'This ticket has changed: it now admits {left}. Please check it again.',
    'Tiketi hii imebadilika: sasa inaingiza watu {left}. Tafadhali iangalie tena.',
  ),
  onePersonEach: twin(
    'Each of several phones gets a ticket for one person.',
    'Ukituma kwa simu kadhaa, kila simu hupata nafasi ya mtu mmoja.',
  ),
  questionGone: twin(
    'This question is no longer asked. Reload the page.',
    'Swali hili haliulizwi tena. Pakia ukurasa upya.',
  ),
  answerMissing: twin('Please answer the question.', 'Tafadhali jibu swali hili.'),
  answerTooLong: twin('Use up to 80 characters.', 'Tumia herufi zisizozidi 80.'),
  notAChoice: twin('Choose one of the answers.', 'Chagua mojawapo ya majibu.'),
  notAPerson: twin(
    'This ticket has no such person. Reload the page.',
    'Tiketi hii haina mtu huyu. Pakia ukurasa upya.',
  ),
  answeredTwice: twin('This question is answered twice.', 'Swali hili limejibiwa mara mbili.'),
  answersCodeSent: twin(
    'To change an answer, type the code that we sent to the phone of this ticket. It is valid for 15 minutes.',
    'Ili kubadilisha jibu, andika msimbo wa uthibitisho tuliotuma kwa simu ya tiketi hii. Ni halali kwa dakika 15.',
  ),
  missedOften: twin(
    'Too many searches found nothing. Your full ticket number still works: open the link in your SMS, or type the number at the gate.',
    'Utafutaji mwingi haukupata chochote. Nambari kamili ya tiketi yako bado inafanya kazi: fungua kiungo kwenye SMS yako, au itaje langoni.',
  ),
  codesSentOften: twin(
    'Codes for this ticket were sent several times.',
    'Misimbo ya uthibitisho ya tiketi hii imetumwa mara kadhaa.',
  ),
  ticketsReceivedOften: twin(
    'This phone has just received several tickets.',
    'Simu hii imetumiwa tiketi kadhaa sasa hivi.',
  ),
  ticketsEmailedOften: twin(
    'These tickets were emailed several times.',
    'Tiketi hizi zimetumwa kwa barua pepe mara kadhaa.',
  ),
  emailOrEmpty: twin(
    'Please enter a valid email address, or leave it blank.',
    'Tafadhali weka anwani sahihi ya barua pepe, au uache wazi.',
  ),
  unknownLink: twin("This link isn't valid.", 'Kiungo hiki si sahihi.'),
  smsNotSent: twin(
    "We couldn't send the SMS to {phone}: {reason}.",
    'Hatukuweza kutuma SMS kwa {phone}: {reason}.',
  ),
  optedOut: twin('this phone opted out of our SMS', 'simu hii ilikataa SMS zetu'),
  noSuchPhone: twin('no phone has this number', 'hakuna simu yenye nambari hii'),
  phoneAway: twin('the phone was off or out of reach', 'simu ilikuwa imezimwa au haipatikani'),
  lineSuspended: twin('the line is suspended', 'laini imesimamishwa'),
  noSmsRoute: twin('the network does not accept SMS for it', 'mtandao haupokei SMS zake'),
  gatewayDown: twin(
    'the SMS service was down for three days',
    'huduma ya SMS haikufanya kazi kwa siku tatu',
  ),
  notDelivered: twin('the network did not deliver it', 'mtandao haukuifikisha'),
}
