/**
 * Texts for buyers, by M-Pesa's result code or by a reason of ours. M-Pesa's own text is never
 * shown: it is meant for operators ('DS timeout user cannot be reached').
 */
const TEXTS: Record<string, string> = {
  '1': 'Not enough M-PESA balance. Top up and try again.',
  '3': 'This is more than M-PESA allows in one payment. Choose fewer tickets.',
  '4': 'You have reached your daily M-PESA limit. Try again tomorrow or with another phone.',
  '17': 'M-PESA allows the same amount only once in two minutes. Wait two minutes, then try again.',
  '26': 'M-PESA is busy. Wait half a minute and try again.',
  '1001':
    'Another M-PESA request is open on your phone. Finish or close it, then try again in two minutes.',
  '1019': 'The time to enter your PIN ran out. You can try again.',
  '1025': 'M-PESA could not send the request to your phone. Try again in a minute.',
  '9999': 'M-PESA could not send the request to your phone. Try again in a minute.',
  '1031': 'You cancelled the payment. You can try again.',
  '1032': 'You cancelled the payment. You can try again.',
  '1036': 'Your phone did not answer in time. You can try again.',
  '1037':
    'We could not reach your phone. Unlock it, close other M-PESA or USSD menus and try again. If it happens again, dial *234# to update your SIM menu.',
  '2001': 'Wrong M-PESA PIN. You can try again.',
  '2008': 'M-PESA could not check your PIN. You can try again.',
  '2026': 'The M-PESA session ended. You can try again.',
  '8006': 'Your M-PESA PIN is locked. Call 100 to unlock it, then try again.',
  busy: 'Too many people are paying at this moment, and no request was sent to your phone. Please try again.',
  unreachable:
    'M-PESA cannot be reached at the moment, and no request was sent to your phone. Please try again.',
  other_payment:
    'Another payment of yours was being checked, and no request was sent to your phone. You can try again.',
  too_many_prompts:
    'Too many payment requests were sent to this phone. Wait ten minutes and try again.',
  payment_open:
    'Another payment for this event is open on that number. Answer it, or wait until it ends, then try again.',
  too_late: 'This order is too old to be paid. Please start again.',
  sold_out: 'The tickets were sold to others before that number could be asked.',
  'hold ended': 'The time to pay ran out and the tickets were released. You can try again.',
  replaced: 'You started a new order for this event.',
  event_closed: 'Ticket sales for this event have ended.',
  no_capacity: 'The tickets were sold to others before your payment arrived.',
}

export const PAYMENT_FAILED = 'Payment failed. Please try again.'

export function resultText(code: string | null): string {
  // Codes come from outside: 'toString' must not find a method that every object has.
  return code !== null && Object.hasOwn(TEXTS, code) ? TEXTS[code]! : PAYMENT_FAILED
}

/**
 * Codes that prove that the phone's owner entered a PIN: no money, a wrong PIN, a locked PIN. Not
 * 1032: M-Pesa sends it for cancelled prompts and for prompts that closed without an answer.
 */
export const PIN_CODES: readonly string[] = ['1', '2001', '8006']

// Buyers cannot mend these; an operator has to check the configuration.
const ALERTS = new Set(['2', '8', '11', '12', '13', '14', '15', '21', '2006', '2028', 'SFC_IC0003'])

/** Whether a result code says that our own configuration is wrong. */
export function isSetupFault(code: string): boolean {
  return ALERTS.has(code)
}
