import { randomInt } from 'node:crypto'
import { CODE_SYMBOLS } from '../order-code.rules.ts'

/** Eight symbols, the account number that a buyer sees in the M-Pesa prompt. */
export function newOrderCode(): string {
  return Array.from({ length: 8 }, () => CODE_SYMBOLS[randomInt(32)]).join('')
}
