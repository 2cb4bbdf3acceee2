/** M-Pesa's reasons for refusing a payment to a number, by result code. */
const NUMBER_REFUSALS: Record<string, string> = {
  '3': "the amount is above M-PESA's limit for one payment",
  '4': "it would exceed M-PESA's daily limit",
  '8': 'the account would hold more than M-PESA allows',
  '2040': 'the number has no M-PESA',
  SFC_IC0003: 'M-PESA does not know the number',
}

const BUSINESS_REFUSALS: Record<string, string> = {
  ...NUMBER_REFUSALS,
  '2040': 'M-PESA cannot pay this till or paybill',
  SFC_IC0003: 'M-PESA does not know the till or paybill',
}

/**
 * M-Pesa's reason for refusing a payment, if the reason lies with the receiver: a number, or a till
 * or paybill.
 */
export const receiverRefusal = (
  code: string,
  { isBusiness }: { isBusiness: boolean },
): string | undefined => (isBusiness ? BUSINESS_REFUSALS : NUMBER_REFUSALS)[code]

/** Reasons that lie with us or with the payment. */
const OTHER_REFUSALS: Record<string, string> = {
  '1': 'our M-PESA account held too little',
  '2': "the amount is below M-PESA's minimum",
  '17': 'M-PESA had a payment of this amount to this number just before',
  '21': 'our M-PESA operator may not do this',
  '26': 'M-PESA was too busy',
  '2001': 'the sign-in of our M-PESA operator is wrong',
  '2006': 'one of the two M-PESA accounts is not active',
  '2028': 'our M-PESA account may not do this',
  '8006': 'our M-PESA operator is locked',
  R000001: 'the payment was reversed before',
  R000002: 'M-PESA does not know the payment',
}

/**
 * M-Pesa's reason for a refusal, for admins: 'the number has no M-PESA (code 2040)', or only the code
 * if we do not know its meaning. '' if the failure is no code of M-Pesa.
 */
export function refusalText(failure: string | null): string {
  if (failure === null || !/\d/.test(failure)) return ''
  const words = NUMBER_REFUSALS[failure] ?? OTHER_REFUSALS[failure]
  return words === undefined ? `code ${failure}` : `${words} (code ${failure})`
}
