import { keep, readKept } from '../../ui/browser-store.ts'
import type { SuccessState } from '../success-state.rules.ts'

/**
 * What this tab has paid for, by event. Coming back to an event (with the back button, mostly)
 * shows it, so that nobody pays twice unawares.
 */
const KEY = 'lango.paid'

type Paid = Record<string, SuccessState>

export function paidOrder(eventId: string): SuccessState | null {
  return readKept<Paid>('sessionStorage', KEY)?.[eventId] ?? null
}

export function rememberPaid(eventId: string, paid: SuccessState): void {
  const all = readKept<Paid>('sessionStorage', KEY) ?? {}
  keep('sessionStorage', KEY, { ...all, [eventId]: paid })
}

export function forgetPaid(eventId: string): void {
  const { [eventId]: _seen, ...others } = readKept<Paid>('sessionStorage', KEY) ?? {}
  keep('sessionStorage', KEY, others)
}
