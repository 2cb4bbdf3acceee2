export const SUBSCRIBED = 'Successfully subscribed to newsletter!'
export const SUBSCRIBE_FAILED = 'Failed to subscribe'
export const CONSENT =
  'By subscribing you agree to receive news about events by email. Every email has a link to unsubscribe.'
export const UNSUBSCRIBED = 'You are unsubscribed.'
export const UNSUBSCRIBE_FAILED = 'This did not work. Please try again in a moment.'
