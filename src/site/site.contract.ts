import { Type } from 'typebox'
import { ServiceFee } from '../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../platform/values/email-address.rules.ts'

export const NewsletterRequest = Type.Object({
  email: Type.String({ maxLength: EMAIL_MAX }),
  /** The form's place on the site, such as 'home' or 'event'; stored with the consent. */
  source: Type.Optional(Type.String({ maxLength: 40 })),
})
export type NewsletterRequest = Type.Static<typeof NewsletterRequest>

export const UnsubscribeRequest = Type.Object({ token: Type.String({ maxLength: 100 }) })
export type UnsubscribeRequest = Type.Static<typeof UnsubscribeRequest>

/**
 * The subscription that belongs to a token, for the page that asks for confirmation before it
 * unsubscribes.
 */
export const SubscriptionReply = Type.Object({
  /** Masked: 'a•••@example.com'. */
  email: Type.String(),
  subscribed: Type.Boolean(),
})
export type SubscriptionReply = Type.Static<typeof SubscriptionReply>

/** The specification sets no length limits; only the body's limit of 64 kB applies. */
export const ContactRequest = Type.Object({
  name: Type.String(),
  email: Type.String(),
  subject: Type.String(),
  message: Type.String(),
})
export type ContactRequest = Type.Static<typeof ContactRequest>

/** Contact details of the shop and its fee, from the settings. */
export const SiteReply = Type.Object({
  support_email: Type.String(),
  support_phone: Type.String(),
  office: Type.String(),
  /** The USSD code; '' if the shop does not sell by USSD. */
  ussd_code: Type.String(),
  /** The fee of organizers for whom no admin has set a fee. */
  service_fee: ServiceFee,
  /** The business days within which an admin decides about a payout. */
  payout_decision_days: Type.Integer(),
})
export type SiteReply = Type.Static<typeof SiteReply>
