import { nextPurchase } from '../paying.rules.ts'
import { callOrder } from './order-calls.ts'
import { PlainWaiting } from './plain-waiting.tsx'

/** The code that only a payment needs. It is one module, so that one import loads everything. */
export const paying = { next: nextPurchase, call: callOrder, PlainWaiting }
