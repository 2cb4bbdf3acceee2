import { nextPurchase } from '../paying.rules.ts'
import { callOrder } from './order-calls.ts'

/** What is needed only once somebody pays, to be loaded in one piece. */
export const paying = { next: nextPurchase, call: callOrder }
