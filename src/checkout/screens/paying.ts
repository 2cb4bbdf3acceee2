import { nextPurchase } from '../paying.rules.ts'
import { callOrder } from './order-calls.ts'
import { PlainWaiting } from './plain-waiting.tsx'

/** The code that only a payment needs. One module, so that the browser loads it with one import. */
export const paying = { next: nextPurchase, call: callOrder, PlainWaiting }
