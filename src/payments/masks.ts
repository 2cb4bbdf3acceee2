import type { Masks } from '../platform/log.ts'

// The token of a callback address, in any spelling: its holder can report results of a prompt. No
// other text of ours has this many hex digits.
const TOKEN = /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi
// A CheckoutRequestID contains the digits of its phone.
const REQUEST_ID = /ws_CO_\d+/g

export const paymentMasks: Masks = [
  [TOKEN, '…'],
  [REQUEST_ID, 'ws_CO_…'],
]
