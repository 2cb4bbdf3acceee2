const AT_LIMIT = 'M-PESA says that it is above a limit of the account'

/** M-Pesa's reasons for refusing a payment that lie with its receiver, by result code. */
export const RECEIVER_REFUSALS: Record<string, string> = {
  '3': AT_LIMIT,
  '4': AT_LIMIT,
  '8': AT_LIMIT,
  '2040': 'the number has no M-PESA',
  SFC_IC0003: 'M-PESA does not know the number',
}

/** Reasons that lie with us or with the payment. */
const OTHER_REFUSALS: Record<string, string> = {
  '1': 'our M-PESA account held too little',
  '2': "the amount is below M-PESA's minimum",
  '21': 'our M-PESA operator may not do this',
  '2001': 'the sign-in of our M-PESA operator is wrong',
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
  const words = RECEIVER_REFUSALS[failure] ?? OTHER_REFUSALS[failure]
  return words === undefined ? `code ${failure}` : `${words} (code ${failure})`
}
