import type { Masks } from '../platform/log.ts'

// The end of a callback's address, in whatever spelling a provider gives it back: who has it may
// tell what became of a prompt. No word of ours is so many hex digits.
const TOKEN = /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi
// A CheckoutRequestID ends in the digits of its phone.
const REQUEST_ID = /ws_CO_\d+/g

export const paymentMasks: Masks = [
  [TOKEN, '…'],
  [REQUEST_ID, 'ws_CO_…'],
]
