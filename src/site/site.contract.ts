import { Type } from 'typebox'
import { EMAIL_MAX } from '../platform/values/email-address.rules.ts'

export const NewsletterRequest = Type.Object({
  email: Type.String({ maxLength: EMAIL_MAX }),
  /** Where the form stood, such as 'home' or 'event'; kept with the consent. */
  source: Type.Optional(Type.String({ maxLength: 40 })),
})
export type NewsletterRequest = Type.Static<typeof NewsletterRequest>

/** The token of the address /newsletter/unsubscribe/{token}. */
export const UnsubscribeRequest = Type.Object({ token: Type.String({ maxLength: 100 }) })
export type UnsubscribeRequest = Type.Static<typeof UnsubscribeRequest>

/** Who a token belongs to, for the page that asks before it unsubscribes. */
export const SubscriptionReply = Type.Object({
  /** Masked: 'a•••@example.com'. */
  email: Type.String(),
  subscribed: Type.Boolean(),
})
export type SubscriptionReply = Type.Static<typeof SubscriptionReply>

/** The specification has no length bounds; the body's limit of 64 kB holds. */
export const ContactRequest = Type.Object({
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
})
export type ContactRequest = Type.Static<typeof ContactRequest>

/** How the shop is reached, from the settings. */
export const SiteReply = Type.Object({
  support_email: Type.String(),
  support_phone: Type.String(),
  office: Type.String(),
  /** What one dials to buy without internet; '' where that cannot be done. */
  ussd_code: Type.String(),
})
export type SiteReply = Type.Static<typeof SiteReply>
