import { type Problem, problemText } from '../../../ui/api.ts'
import type { SaleNews } from './gate-calls.ts'

type SaleText = { title: string; note: string }

/** Whether the buyer may have entered the PIN although the sale is not settled yet. */
export const mayBePaid = ({ status, phase = '' }: SaleNews): boolean =>
  status === 'pending' && ['checking', 'confirming', 'issuing'].includes(phase)

/**
 * The text for the steward about a sale that is settled or that the phone no longer polls.
 * `dayNote` names the other day for which the tickets were sold, if there is one.
 */
export function tellSale(news: SaleNews, dayNote: string | null = null): SaleText {
  const { status, message, check_ins, transaction } = news
  if (mayBePaid(news)) {
    return {
      title: 'Not confirmed yet',
      note: 'M-PESA may have the money: do not sell again. If it is paid, we send the tickets by SMS. Scan them then.',
    }
  }
  if (status === 'pending') {
    return {
      title: 'Not paid yet',
      note: 'The prompt may still be on the buyer’s phone: ask the buyer to cancel it there. If it is paid after all, we send the tickets by SMS. Scan them then.',
    }
  }
  if (status !== '0') return { title: 'Not sold', note: message ?? 'It was not paid.' }
  const did = transaction?.amount === 0 ? 'Given' : 'Sold'
  const bySms = 'The tickets are on their way by SMS.'
  if (check_ins?.length === 0) {
    return { title: did, note: `It is redeemed at its own gate and lets no one in. ${bySms}` }
  }
  if (dayNote !== null && !check_ins) return { title: did, note: `${dayNote} ${bySms}` }
  const refused = check_ins?.find(({ result }) => result !== 'valid')
  // If a ticket was not checked in, its people must not go in: other people could then use the
  // ticket.
  if (!check_ins || refused) {
    const why = refused?.message ?? 'No one was let in yet: check the tickets in.'
    return { title: `${did}, not inside`, note: `${why} ${bySms}` }
  }
  return { title: `${did}: let them in`, note: bySms }
}

/** The text about a sale that waits for its payment. */
export function tellWaiting({ phase, transaction }: SaleNews): SaleText {
  // Hard spaces keep the number on one line.
  const phone = transaction?.phone.replaceAll(' ', '\u00a0') ?? 'the buyer’s phone'
  switch (phase) {
    case 'prompted':
      return { title: 'Waiting for the PIN', note: `The M-PESA prompt is on ${phone}.` }
    case 'checking':
    case 'confirming':
      return { title: 'Checking with M-PESA', note: `Do not sell to ${phone} again.` }
    case 'issuing':
      return { title: 'Paid', note: 'The tickets are being made.' }
    default:
      return { title: 'Sending the prompt', note: `It will be on ${phone} in a moment.` }
  }
}

/** Advice for the steward if the server refuses the code. */
const CODE_ADVICE: Record<string, string> = {
  unknown_code: 'Check the spelling, or sell without the code.',
  code_not_for_these: 'Choose another ticket, or sell without the code.',
  code_used_up: 'Sell to fewer people, or without the code.',
}

/** The text about a sale that was refused or got no response. */
export function refusalText(problem: Problem): string {
  const text = problemText(problem, 'No answer yet. Safe to press again.')
  const advice = CODE_ADVICE[problem.code]
  return advice === undefined ? text : `${text.replace(/\.?$/, '.')} ${advice}`
}
