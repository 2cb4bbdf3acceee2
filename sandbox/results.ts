/** Result codes of an STK prompt, with the texts that Safaricom sends. */
export const RESULTS = {
  paid: 0,
  noFunds: 1,
  aboveMaximum: 3,
  tooSoon: 17,
  cancelled: 1032,
  unanswered: 1037,
  wrongPin: 2001,
} as const

const WORDS: Record<number, string> = {
  [RESULTS.paid]: 'The service request is processed successfully.',
  [RESULTS.noFunds]: 'The balance is insufficient for the transaction.',
  [RESULTS.aboveMaximum]:
    'Declined due to limit rule: greater than the maximum transaction amount.',
  [RESULTS.tooSoon]: 'Rule limited.',
  [RESULTS.cancelled]: 'Request cancelled by user',
  [RESULTS.unanswered]: 'DS timeout user cannot be reached',
  [RESULTS.wrongPin]: 'The initiator information is invalid.',
}

export function resultWords(code: number): string {
  return WORDS[code] ?? 'The service request failed.'
}
