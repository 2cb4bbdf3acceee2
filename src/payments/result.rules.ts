import { type Twin, twin } from '../messages/twin.rules.ts'

/**
 * Texts for buyers, by M-Pesa's result code or by a reason of ours. Buyers never see M-Pesa's own
 * text, which is written for operators ('DS timeout user cannot be reached').
 */
export const RESULT_TEXTS: Record<string, Twin> = {
  '1': twin(
    'Not enough M-PESA balance. Top up and try again.',
    'Salio la M-PESA halitoshi. Ongeza pesa kisha ujaribu tena.',
  ),
  '3': twin(
    'This is more than M-PESA allows in one payment. Choose fewer tickets.',
    'Hiki ni zaidi ya kinachoruhusiwa na M-PESA kwa malipo mamoja. Chagua tiketi chache zaidi.',
  ),
  '4': twin(
    'You have reached your daily M-PESA limit. Try again tomorrow or with another phone.',
    'Umefikia kikomo chako cha M-PESA cha siku. Jaribu tena kesho au kwa simu nyingine.',
  ),
  '17': twin(
    'M-PESA allows the same amount only once in two minutes. Wait two minutes, then try again.',
    'M-PESA huruhusu kiasi kile kile mara moja tu kwa dakika mbili. Subiri dakika mbili, kisha ujaribu tena.',
  ),
  '26': twin(
    'M-PESA is busy. Wait half a minute and try again.',
    'M-PESA ina shughuli nyingi. Subiri nusu dakika kisha ujaribu tena.',
  ),
  '1001': twin(
    'Another M-PESA request is open on your phone. Finish or close it, then try again in two minutes.',
    'Kuna ombi lingine la M-PESA kwenye simu yako. Likamilishe au ulifunge, kisha ujaribu tena baada ya dakika mbili.',
  ),
  '1019': twin(
    'The time to enter your PIN ran out. You can try again.',
    'Muda wa kuweka PIN umeisha. Unaweza kujaribu tena.',
  ),
  '1025': twin(
    'M-PESA could not send the request to your phone. Try again in a minute.',
    'M-PESA haikuweza kutuma ombi kwa simu yako. Jaribu tena baada ya dakika moja.',
  ),
  '9999': twin(
    'M-PESA could not send the request to your phone. Try again in a minute.',
    'M-PESA haikuweza kutuma ombi kwa simu yako. Jaribu tena baada ya dakika moja.',
  ),
  '1031': twin(
    'You cancelled the payment. You can try again.',
    'Umefuta malipo. Unaweza kujaribu tena.',
  ),
  '1032': twin(
    'You cancelled the payment. You can try again.',
    'Umefuta malipo. Unaweza kujaribu tena.',
  ),
  '1036': twin(
    'Your phone did not answer in time. You can try again.',
    'Simu yako haikujibu kwa wakati. Unaweza kujaribu tena.',
  ),
  '1037': twin(
    'We could not reach your phone. Unlock it, close other M-PESA or USSD menus and try again. If it happens again, dial *234# to update your SIM menu.',
    'Hatukuweza kuifikia simu yako. Ifungue, funga menyu nyingine za M-PESA au USSD kisha ujaribu tena. Ikitokea tena, piga *234# kusasisha menyu ya laini yako.',
  ),
  '2001': twin(
    'Wrong M-PESA PIN. You can try again.',
    'PIN ya M-PESA si sahihi. Unaweza kujaribu tena.',
  ),
  '2008': twin(
    'M-PESA could not check your PIN. You can try again.',
    'M-PESA haikuweza kuhakikisha PIN yako. Unaweza kujaribu tena.',
  ),
  '2026': twin(
    'The M-PESA session ended. You can try again.',
    'Kipindi cha M-PESA kimeisha. Unaweza kujaribu tena.',
  ),
  '8006': twin(
    'Your M-PESA PIN is locked. Call 100 to unlock it, then try again.',
    'PIN yako ya M-PESA imefungwa. Piga 100 ili ifunguliwe, kisha ujaribu tena.',
  ),
  busy: twin(
    'Too many people are paying at this moment, and no request was sent to your phone. Please try again.',
    'Watu wengi sana wanalipa sasa hivi, na hakuna ombi lililotumwa kwa simu yako. Tafadhali jaribu tena.',
  ),
  unreachable: twin(
    'M-PESA cannot be reached at the moment, and no request was sent to your phone. Please try again.',
    'M-PESA haipatikani kwa sasa, na hakuna ombi lililotumwa kwa simu yako. Tafadhali jaribu tena.',
  ),
  other_payment: twin(
    'Another payment of yours was being checked, and no request was sent to your phone. You can try again.',
    'Malipo yako mengine yalikuwa yanaangaliwa, na hakuna ombi lililotumwa kwa simu yako. Unaweza kujaribu tena.',
  ),
  too_many_prompts: twin(
    'Too many payment requests were sent to this phone. Wait ten minutes and try again.',
    'Maombi mengi sana ya malipo yametumwa kwa simu hii. Subiri dakika kumi kisha ujaribu tena.',
  ),
  payment_open: twin(
    'Another payment for this event is open on that number. Answer it, or wait until it ends, then try again.',
    'Kuna malipo mengine ya tukio hili kwenye nambari hiyo. Yajibu, au subiri yaishe, kisha ujaribu tena.',
  ),
  too_late: twin(
    'This order is too old to be paid. Please start again.',
    'Agizo hili ni la zamani mno kulipiwa. Tafadhali anza upya.',
  ),
  sold_out: twin(
    'The tickets were sold to others before that number could be asked.',
    'Tiketi ziliuziwa wengine kabla ya nambari hiyo kuombwa.',
  ),
  'hold ended': twin(
    'The time to pay ran out and the tickets were released. You can try again.',
    'Muda wa kulipa umeisha na tiketi zimeachiliwa. Unaweza kujaribu tena.',
  ),
  replaced: twin('You started a new order for this event.', 'Ulianza agizo jipya la tukio hili.'),
  event_closed: twin(
    'Ticket sales for this event have ended.',
    'Mauzo ya tiketi za tukio hili yameisha.',
  ),
  no_capacity: twin(
    'The tickets were sold to others before your payment arrived.',
    'Tiketi ziliuziwa wengine kabla ya malipo yako kufika.',
  ),
}

export const PAYMENT_FAILED = twin(
  'Payment failed. Please try again.',
  'Malipo hayakufaulu. Tafadhali jaribu tena.',
)

export function resultText(code: string | null): Twin {
  // Codes come from outside: the code 'toString' must not find the method with this name.
  return code !== null && Object.hasOwn(RESULT_TEXTS, code) ? RESULT_TEXTS[code]! : PAYMENT_FAILED
}

/**
 * Codes that prove that the phone's owner entered a PIN: no money, a wrong PIN, a locked PIN. 1032
 * is not among them, because M-Pesa also sends 1032 when a prompt closes without an answer.
 */
export const PIN_CODES: readonly string[] = ['1', '2001', '8006']

// Codes that only an operator can resolve, by correcting our configuration.
const ALERTS = new Set(['2', '8', '11', '12', '13', '14', '15', '21', '2006', '2028', 'SFC_IC0003'])

/** Whether a result code says that our own configuration is wrong. */
export function isSetupFault(code: string): boolean {
  return ALERTS.has(code)
}
