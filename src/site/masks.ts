import type { Masks } from '../platform/log.ts'

export const siteMasks: Masks = {
  // Whoever has a subscriber's token can end the subscription.
  urls: [[/(\/newsletter\/(?:unsubscribe\/)?)[^/?]+/, '$1…']],
}
