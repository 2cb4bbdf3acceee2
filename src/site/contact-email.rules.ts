import type { ContactRequest } from './site.contract.ts'

const SUBJECT_MAX = 150

/** The e-mail to support. Its subject is one line; the whole one stands in the text. */
export function contactEmail(
  id: string,
  contact: ContactRequest,
): { subject: string; text: string } {
  return {
    subject: `Contact: ${contact.subject.slice(0, SUBJECT_MAX)}`,
    text: [
      `From: ${contact.name} <${contact.email}>`,
      `Subject: ${contact.subject}`,
      '',
      contact.message,
      '',
      `Message ${id}. An answer to this e-mail goes to the sender.`,
    ].join('\n'),
  }
}
