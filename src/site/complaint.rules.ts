// The page and the API say 'Report this event'. The code says complaint, because 'report' means a
// message from M-Pesa in the code.

export const COMPLAINT_SENT = 'Thank you. We review every report.'
export const COMPLAINT_FAILED = 'Your report was not sent. Please try again.'
export const COMPLAINT_MAX = 2000

export const COMPLAINT_REASONS = ['fake', 'wrong', 'illegal', 'offensive', 'other'] as const
export type ComplaintReason = (typeof COMPLAINT_REASONS)[number]

/** The reasons on the form and on the admins' work list. */
export const REASON_LABELS: Record<ComplaintReason, string> = {
  fake: 'It looks fake or like a scam',
  wrong: 'Its date, place or price is wrong',
  illegal: 'It is illegal or dangerous',
  offensive: 'It is offensive',
  other: 'Something else',
}

export type ComplaintTyped = { reason: string; words: string }
export const NOTHING_REPORTED: ComplaintTyped = { reason: '', words: '' }

const isReason = (reason: string): reason is ComplaintReason =>
  COMPLAINT_REASONS.some((one) => one === reason)

/** The reason in a sentence: 'it looks fake or like a scam'. */
export function reasonText(reason: string): string {
  const [first = '', ...rest] = REASON_LABELS[isReason(reason) ? reason : 'other']
  return first.toLowerCase() + rest.join('')
}

/** Returns the problems of the form by field, or an empty object. */
export function complaintFaults({ reason, words }: ComplaintTyped): Partial<ComplaintTyped> {
  return {
    ...(!isReason(reason) && { reason: 'Please choose a reason' }),
    ...(words.trim() === '' && { words: 'Please write what is wrong' }),
    ...(words.length > COMPLAINT_MAX && { words: 'Please write at most 2,000 characters' }),
  }
}
