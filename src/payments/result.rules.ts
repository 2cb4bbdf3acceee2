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
    'Another M-PESA prompt is open on your phone. Finish or close it, then try again in two minutes.',
    'Kuna ombi lingine la M-PESA kwenye simu yako. Likamilishe au ulifunge, kisha ujaribu tena baada ya dakika mbili.',
  ),
  '1019': twin(
    'You ran out of time to enter your PIN. You can try again.',
    'Muda wa kuweka PIN umeisha. Unaweza kujaribu tena.',
  ),
  '1025': twin(
    "M-PESA couldn't send the prompt to your phone. Try again in a minute.",
    'M-PESA haikuweza kutuma ombi kwa simu yako. Jaribu tena baada ya dakika moja.',
  ),
  '9999': twin(
    "M-PESA couldn't send the prompt to your phone. Try again in a minute.",
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
    'Your phone did not respond in time. You can try again.',
    'Simu yako haikujibu kwa wakati. Unaweza kujaribu tena.',
  ),
  // M-Pesa's code after 60 s without an answer. Most buyers only were too slow.
  '1037': twin(
    "You didn't enter your PIN in time, or your phone had no network. Close other M-PESA or USSD menus and try again. No prompt? Dial *234# to update your SIM.",
    'Hukuweka PIN kwa wakati, au simu yako haikuwa na mtandao. Funga menyu nyingine za M-PESA au USSD kisha ujaribu tena. Ombi haliji? Piga *234# kusasisha laini.',
  ),
  '2001': twin(
    'Wrong M-PESA PIN. You can try again.',
    'PIN ya M-PESA si sahihi. Unaweza kujaribu tena.',
  ),
  '2008': twin(
    "M-PESA couldn't check your PIN. You can try again.",
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
    "We're very busy right now, so we didn't send a prompt. Please try again.",
    'Tuna wateja wengi sasa hivi, kwa hivyo hatukutuma ombi. Tafadhali jaribu tena.',
  ),
  unreachable: twin(
    "We can't reach M-PESA right now, so we didn't send a prompt. Please try again.",
    'M-PESA haipatikani kwa sasa, kwa hivyo hatukutuma ombi. Tafadhali jaribu tena.',
  ),
  other_payment: twin(
    "We were still checking another payment of yours, so we didn't send a prompt. You can try again.",
    'Bado tulikuwa tunaangalia malipo yako mengine, kwa hivyo hatukutuma ombi. Unaweza kujaribu tena.',
  ),
  too_many_prompts: twin(
    'Too many M-PESA prompts were sent to this phone in the last ten minutes.',
    'Maombi mengi sana ya M-PESA yametumwa kwa simu hii katika dakika kumi zilizopita.',
  ),
  payment_open: twin(
    'A payment is already in progress on that number. Finish it or wait until it ends, then try again.',
    'Kuna malipo yanayoendelea kwenye nambari hiyo. Yakamilishe au subiri yaishe, kisha ujaribu tena.',
  ),
  too_late: twin(
    'This order is too old to be paid. Please start again.',
    'Agizo hili ni la zamani mno kulipiwa. Tafadhali anza upya.',
  ),
  sold_out: twin(
    'These tickets sold out before we could prompt that number.',
    'Tiketi hizi ziliisha kabla hatujatuma ombi kwa nambari hiyo.',
  ),
  few_left: twin(
    'Other buyers took some of these tickets before we could prompt that number. Choose fewer tickets.',
    'Wanunuzi wengine walichukua baadhi ya tiketi hizi kabla hatujatuma ombi kwa nambari hiyo. Chagua tiketi chache zaidi.',
  ),
  all_taken: twin(
    'Other buyers took these tickets before we could prompt that number. Unpaid ones return within minutes.',
    'Wanunuzi wengine walichukua tiketi hizi kabla hatujatuma ombi kwa nambari hiyo. Zisizolipiwa hurudi baada ya dakika chache.',
  ),
  phone_limit: twin(
    'That number already has as many tickets for this event as one phone number may buy.',
    'Nambari hiyo tayari ina idadi ya tiketi za tukio hili ambayo nambari moja ya simu inaweza kununua.',
  ),
  'hold ended': twin(
    'You ran out of time to pay and the tickets were released. You can try again.',
    'Muda wa kulipa umeisha na tiketi zimeachiliwa. Unaweza kujaribu tena.',
  ),
  replaced: twin('You started a new order for this event.', 'Ulianza agizo jipya la tukio hili.'),
  event_closed: twin(
    'Ticket sales for this event have ended.',
    'Mauzo ya tiketi za tukio hili yameisha.',
  ),
  code_used_up: twin(
    'Others used up the code before your payment arrived.',
    'Wengine walimaliza msimbo kabla ya malipo yako kufika.',
  ),
  no_capacity: twin(
    'Other buyers took these tickets before your payment arrived.',
    'Wanunuzi wengine walichukua tiketi hizi kabla ya malipo yako kufika.',
  ),
}

const PAYMENT_FAILED = twin(
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
