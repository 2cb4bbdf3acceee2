import type { Masks } from '../platform/log.ts'

export const accountMasks: Masks = {
  // Where people are looked for: a cursor is an e-mail address too.
  urls: [[/^(\/api\/accounts\?).*/, '$1…']],
}
