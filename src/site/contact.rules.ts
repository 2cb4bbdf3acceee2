import { EMAIL_ERROR, readEmailAddress } from '../platform/values/email-address.rules.ts'

export const CONTACT_SENT = "Thank you for your message! We'll get back to you soon."
export const CONTACT_FAILED = 'Failed to send message'

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const
type ContactField = (typeof CONTACT_FIELDS)[number]
export type ContactTyped = Record<ContactField, string>

export const NOTHING_TYPED: ContactTyped = { name: '', email: '', subject: '', message: '' }

const MISSING: ContactTyped = {
  name: 'Please enter your name',
  email: 'Please enter your email address',
  subject: 'Please enter a subject',
  message: 'Please write your message',
}

/** Returns the problems of the form by field, or an empty object. */
export function contactFaults(typed: ContactTyped): Partial<ContactTyped> {
  const empty = CONTACT_FIELDS.filter((field) => typed[field].trim() === '')
  const faults: Partial<ContactTyped> = Object.fromEntries(
    empty.map((field) => [field, MISSING[field]]),
  )
  if (!faults.email && readEmailAddress(typed.email) === null) faults.email = EMAIL_ERROR
  return faults
}
