import { twin } from './twin.rules.ts'

// Each text fits one part of GSM-7 with any title: the Swahili text is at most a few septets longer
// than the English text. Hours are written as 4PM, because many Swahili speakers count hours from
// sunrise and read 'saa 4' as ten o'clock.

export const SMS = {
  ticket: twin(
    '{title}{when}: {what}. Enter: {gate}. No. {number}. {link}',
    '{title}{when}: {what}. Ingia: {gate}. Na. {number}. {link}',
  ),
  addOn: twin(
    '{title}{when}: {what}. Use at: {gate}. No. {number}. {link}',
    '{title}{when}: {what}. Tumia: {gate}. Na. {number}. {link}',
  ),
  refundDue: twin(
    "We couldn't issue your tickets for {title}. Your {amount} will be refunded to the M-PESA number that paid. Ref {code}",
    'Hatukuweza kutoa tiketi zako za {title}. {amount} zitarudishwa kwa nambari ya M-PESA iliyolipa. Ref {code}',
  ),
  wrongAmount: twin(
    'Your {amount} is not the price of {title} and will be refunded to the payer. To buy, pay {price} in one payment, account {code}.',
    'Pesa zako {amount} si bei ya {title} na zitarudishwa kwa aliyelipa. Kununua, lipa {price} kwa mara moja, akaunti {code}.',
  ),
  wrongAmountEnded: twin(
    'Your {amount} is not the price of {title} and will be refunded to the payer. To buy, order again: {price} in one payment. Ref {code}',
    'Pesa zako {amount} si bei ya {title} na zitarudishwa kwa aliyelipa. Kununua, agiza tena: {price} kwa mara moja. Ref {code}',
  ),
  wrongAmountAgain: twin(
    'Your {amount} is not the price of {title} and will be refunded to the payer. To buy, order again and pay in one payment. Ref {code}',
    'Pesa zako {amount} si bei ya {title} na zitarudishwa kwa aliyelipa. Kununua, agiza tena na ulipe kwa mara moja. Ref {code}',
  ),
  cancelledMoney: twin(
    '{title} is cancelled. Your {amount} will be refunded to the M-PESA number that paid. Ref {code}',
    '{title} imefutwa. Pesa zako {amount} zitarudishwa kwa nambari ya M-PESA iliyolipa. Ref {code}',
  ),
  phoneLimit: twin(
    '{title}: the limit is {max} per phone number. Your {amount} will be refunded to the M-PESA number that paid. Ref {code}',
    '{title}: kikomo ni {max} kwa kila nambari ya simu. {amount} zitarudishwa kwa nambari ya M-PESA iliyolipa. Ref {code}',
  ),
  secondPayment: twin(
    'Your second payment, {amount} for {title}, will be refunded to the M-PESA number that paid. Your tickets stay valid. Ref {code}',
    'Malipo yako ya pili, {amount} ya {title}, yatarudishwa kwa nambari ya M-PESA iliyolipa. Tiketi zako ni halali. Ref {code}',
  ),
  suspense: twin(
    'We got your M-PESA payment for {title} and are checking the amount. Do not pay again. Ref {code}',
    'Tumepokea malipo yako ya M-PESA ya {title} na tunakagua kiasi chake. Usilipe tena. Ref {code}',
  ),
  paybill: twin(
    'Not paid yet: {title}. Or pay: Paybill {business}, account {code}, {amount} by {until}. If you entered your PIN, wait.',
    'Bado hujalipia: {title}. Au lipa: Paybill {business}, akaunti {code}, {amount} kabla ya {until}. Kama uliweka PIN, subiri.',
  ),
  refundRequested: twin(
    'Your {amount} for {title} will be refunded by {by} to the M-PESA number that paid. Ref {code}',
    'Pesa zako {amount} za {title} zitarudishwa kufikia {by} kwa nambari ya M-PESA iliyolipa. Ref {code}',
  ),
  refundDone: twin(
    'Refunded: {amount} for {title}.{proof} Ref {code}',
    'Umerudishiwa {amount} za {title}.{proof} Ref {code}',
  ),
  alreadyReturned: twin(
    'M-PESA had already returned {amount} for {title} to the number that paid. Ref {code}',
    'M-PESA ilikuwa imerudisha {amount} za {title} kwa nambari iliyolipa. Ref {code}',
  ),
  returned: twin(
    'M-PESA returned {amount} for {title} to the number that paid. The tickets are no longer valid. Ref {code}',
    'M-PESA imerudisha {amount} za {title} kwa nambari iliyolipa. Tiketi hizo hazitumiki tena. Ref {code}',
  ),
  cancelled: twin(
    '{title} is cancelled. {amount} will be refunded by {by} to the M-PESA number that paid. Ref {code}',
    '{title} imefutwa. {amount} zitarudishwa kufikia {by} kwa nambari ya M-PESA iliyolipa. Ref {code}',
  ),
  strayRequested: twin(
    'Your M-PESA payment {receipt}, {amount}, did not buy any tickets. It will be refunded by {by} to the M-PESA number that paid.',
    'Malipo yako ya M-PESA {receipt}, {amount}, hayakununua tiketi. Yatarudishwa kufikia {by} kwa nambari ya M-PESA iliyolipa.',
  ),
  strayDone: twin(
    'Refunded: {amount}, your M-PESA payment {receipt}.{proof}',
    'Umerudishiwa {amount}, malipo yako ya M-PESA {receipt}.{proof}',
  ),
  cashRequested: twin(
    'The organizer will refund your {amount} in cash for {title} by {by}. Ref {code}',
    'Mwandalizi atakurudishia {amount} taslimu za {title} kufikia {by}. Ref {code}',
  ),
  cashCancelled: twin(
    '{title} is cancelled. The organizer will refund your {amount} in cash by {by}. Ref {code}',
    '{title} imefutwa. Mwandalizi atakurudishia {amount} taslimu kufikia {by}. Ref {code}',
  ),
  reminder: twin(
    'Tomorrow {time}: {title}. Enter: {gate}. No. {number}{link}',
    'Kesho {time}: {title}. Ingia: {gate}. Na. {number}{link}',
  ),
  transferCode: twin(
    "{code} is your code to send {what} ({title}) to {to}. Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kutuma {what} ({title}) kwa {to}. Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  dataCode: twin(
    "{code} is your code to see or erase your data at Lango. Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kuona au kufuta data yako ya Lango. Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  sellerCode: twin(
    "{code} is your code to see your sales at Lango. Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kuona mauzo yako ya Lango. Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  ticketsCode: twin(
    "{code} is your code to see your tickets at Lango. Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kuona tiketi zako za Lango. Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  answersCode: twin(
    "{code} is your code to change the answers of your ticket ({title}). Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kubadilisha majibu ya tiketi yako ({title}). Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  answersDue: twin(
    '{questions} from the organizer of {title}: {link}',
    '{questions} kutoka kwa mwandalizi wa {title}: {link}',
  ),
  freeCode: twin(
    "{code} is your code for free tickets to {title}. Not you? Don't share it. Valid 45 minutes.",
    '{code} ni msimbo wa uthibitisho wa tiketi za bure za {title}. Si wewe? Usimpe mtu. Halali kwa dakika 45.',
  ),
  takeBackCode: twin(
    "{code} is your code to get {what} ({title}) back from {to}. Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kurudisha {what} ({title}) kutoka {to}. Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  takenBack: twin(
    'Your ticket for {title}, no. {number}, was withdrawn by its sender and is no longer valid.',
    'Tiketi yako ya {title}, na. {number}, imerudishwa kwa aliyekutumia na si halali tena.',
  ),
  giveBackCode: twin(
    "{code} is your code to return {what} ({title}). You cannot undo this. Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kurudisha {what} ({title}). Huwezi kubadilisha baadaye. Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  givenBack: twin(
    'You returned {what} ({title}). The ticket is no longer valid. Thank you.',
    'Umerudisha {what} ({title}). Tiketi si halali tena. Asante.',
  ),
  partGivenBack: twin(
    'You returned {what} ({title}). The ticket now admits {left}.',
    'Umerudisha {what} ({title}). Tiketi sasa inaingiza {left}.',
  ),
  gateMoved: twin(
    '{title}: {type}, now enter through {gate}. Your ticket stays valid.',
    '{title}: {type}, sasa ingia kupitia {gate}. Tiketi yako ni halali.',
  ),
  addOnMoved: twin(
    '{title}: {type} is now at {gate}. Your ticket stays valid.',
    '{title}: {type} sasa iko {gate}. Tiketi yako ni halali.',
  ),
  eventNews: twin('Lango: {what}: {title}. {link}', 'Lango: {what}: {title}. {link}'),
  payoutCode: twin(
    "{code} is the code to get payouts from Lango at this number. Not you? Don't share it. Valid 15 minutes.",
    '{code} ni msimbo wa uthibitisho wa kupokea malipo ya Lango kwa nambari hii. Si wewe? Usimpe mtu. Halali kwa dakika 15.',
  ),
  payoutAccount: twin(
    'Lango: from {from}, payouts will go to {account}, not to this number. Not you? Call {phone} now.',
    'Lango: kuanzia {from}, malipo yatatumwa kwa {account}, si nambari hii. Si wewe? Piga {phone} sasa.',
  ),
  invitation: twin(
    'You are invited to the team of {title}: {link}',
    'Umealikwa kwenye timu ya {title}: {link}',
  ),
  invitationToAll: twin(
    'Join the team of {title} and other events: {link}',
    'Jiunge na timu ya {title} na matukio mengine: {link}',
  ),
  ticketRefunded: twin(
    'Your ticket for {title}, no. {number}, was refunded to the buyer and is no longer valid.',
    'Tiketi yako ya {title}, na. {number}, si halali tena: mnunuzi amerudishiwa pesa.',
  ),
  ticketPartRefunded: twin(
    'Your ticket for {title}, no. {number}, now admits {left}: {people} refunded to the buyer.',
    'Tiketi yako ya {title}, na. {number}, sasa ni ya watu {left}: mnunuzi amerudishiwa {people}.',
  ),
  ticketCancelled: twin(
    '{title} is cancelled. Your ticket no. {number} is no longer valid; the buyer is refunded.',
    '{title} imefutwa. Tiketi yako na. {number} si halali tena; mnunuzi anarudishiwa pesa.',
  ),
  freeCancelled: twin(
    '{title} is cancelled. Your free tickets are no longer valid. Ref {code}',
    '{title} imefutwa. Tiketi zako za bure si halali tena. Ref {code}',
  ),
  dayCancelled: twin(
    '{title}: {day} is cancelled. {amount} will be refunded by {by} to the M-PESA number that paid. Ref {code}',
    '{title}: {day} imefutwa. {amount} zitarudishwa kufikia {by} kwa nambari ya M-PESA iliyolipa. Ref {code}',
  ),
  cashDayCancelled: twin(
    '{title}: {day} is cancelled. The organizer will refund your {amount} in cash by {by}. Ref {code}',
    '{title}: {day} imefutwa. Mwandalizi atakurudishia {amount} taslimu kufikia {by}. Ref {code}',
  ),
  ticketDayCancelled: twin(
    '{title}: {day} is cancelled. Your ticket no. {number} is no longer valid; the buyer is refunded.',
    '{title}: {day} imefutwa. Tiketi yako na. {number} si halali tena; mnunuzi anarudishiwa pesa.',
  ),
  freeDayCancelled: twin(
    '{title}: {day} is cancelled. Your free tickets for it are no longer valid. Ref {code}',
    '{title}: {day} imefutwa. Tiketi zako za bure za siku hiyo si halali tena. Ref {code}',
  ),
  passKept: twin(
    '{title}: {day} is cancelled. Your pass stays valid for the other days.',
    '{title}: {day} imefutwa. Tiketi yako ni halali siku zingine.',
  ),
  passFreed: twin(
    '{title}: {day} is cancelled. Your pass stays valid for the other days. Refund? Request by {until}: {link}',
    '{title}: {day} imefutwa. Tiketi yako ni halali siku zingine. Marejesho? Omba hadi {until}: {link}',
  ),
  sentPassFreed: twin(
    '{title}: {day} is cancelled. Your pass stays valid for the other days. Refund to the buyer? By {until}: {link}',
    '{title}: {day} imefutwa. Tiketi yako ni halali siku zingine. Mnunuzi arudishiwe? Hadi {until}: {link}',
  ),
  complimentaryRevoked: twin(
    'Your complimentary ticket for {title}, no. {number}, was withdrawn by the organizer and is no longer valid.',
    'Tiketi yako ya bure ya {title}, na. {number}, imeondolewa na mwandalizi na si halali tena.',
  ),
  freeRevoked: twin(
    'Your free ticket for {title}, no. {number}, was withdrawn by the organizer and is no longer valid.',
    'Tiketi yako ya bure ya {title}, na. {number}, imeondolewa na mwandalizi na si halali tena.',
  ),
  givenMoved: twin(
    '{title}: {change}. Your ticket stays valid.',
    '{title}: {change}. Tiketi yako ni halali.',
  ),
  ticketMoved: twin(
    '{title}: {change}. Your ticket stays valid. Refund to the buyer? Request by {until}: {link}',
    '{title}: {change}. Tiketi yako ni halali. Mnunuzi arudishiwe? Omba hadi {until}: {link}',
  ),
  moved: twin(
    '{title}: {change}. Tickets stay valid. Refund? Request by {until}: {link}',
    '{title}: {change}. Tiketi ni halali. Marejesho? Omba hadi {until}: {link}',
  ),
}

/** Replacements for names that GSM-7 cannot write, and short parts of SMS texts. */
export const SMS_PARTS = {
  givenBy: twin('From {host}: ', 'Kutoka {host}: '),
  anEvent: twin('your event', 'tukio lako'),
  aTicket: twin('Ticket', 'Tiketi'),
  aGate: twin('see link', 'ona kiungo'),
  aVenue: twin('see link', 'ona kiungo'),
  otherGate: twin('another gate: see your ticket', 'lango jingine: tazama tiketi yako'),
  newDate: twin('new date', 'tarehe mpya'),
  newTime: twin('new time', 'saa mpya'),
  newPlace: twin('new venue', 'mahali papya'),
  dayIsNow: twin('{day} is now ', '{day} sasa ni '),
  was: twin('{now} (was {old})', '{now} (awali {old})'),
  byHand: twin('Payment reference {reference}.', 'Kumbukumbu ya malipo {reference}.'),
  inCash: twin('In cash, {reference}.', 'Taslimu, {reference}.'),
  person: twin('1 person', 'mtu 1'),
  people: twin('{count} people', 'watu {count}'),
  oneUse: twin('1 use', 'mara 1'),
  uses: twin('{count} uses', 'mara {count}'),
  phones: twin('{count} phones', 'simu {count}'),
  oneQuestion: twin('1 question', 'Swali 1'),
  questions: twin('{count} questions', 'Maswali {count}'),
}
