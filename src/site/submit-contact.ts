import { queueEmail } from '../messages/outbox.ts'
import { pageText } from '../messages/pages.text.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { EMAIL_ERROR, readEmailAddress } from '../platform/values/email-address.rules.ts'
import { contactFaults } from './contact.rules.ts'
import type { ContactRequest } from './site.contract.ts'
import { insertContactMessage } from './site.sql.ts'

const SUBJECT_MAX = 150

/**
 * Stores a contact message and queues an email about it to support. The email's Reply-To is the
 * sender.
 */
export async function submitContact(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  request: ContactRequest,
): Promise<void> {
  const contact = readContact(request)
  const id = newId()
  const now = deps.clock.now()
  const { mail, support } = deps.env
  await inTransaction(deps.db, async (tx) => {
    await insertContactMessage(tx, { id, ...contact, created_at: now })
    await queueEmail(tx, {
      ...writeEmail(id, contact),
      to: support.email,
      from: mail.from,
      replyTo: contact.email,
      dedupeKey: `contact:${id}`,
      now,
    })
  })
}

function readContact(request: ContactRequest): ContactRequest {
  const email = readEmailAddress(request.email)
  const [fault] = Object.entries(contactFaults(request))
  if (fault || email === null) {
    const [field, text] = fault ?? ['email', EMAIL_ERROR]
    refuseField(field, pageText(text))
  }
  return {
    // Mail headers allow no line breaks in name and subject.
    name: request.name.replace(/\s+/g, ' ').trim(),
    email,
    subject: request.subject.replace(/\s+/g, ' ').trim(),
    message: request.message.replace(/\r\n?/g, '\n').trim(),
  }
}

/** The email to support. Its subject is cut to one line; the body holds the whole subject. */
function writeEmail(id: string, contact: ContactRequest): { subject: string; text: string } {
  return {
    subject: `Contact: ${contact.subject.slice(0, SUBJECT_MAX)}`,
    text: [
      `From: ${contact.name} <${contact.email}>`,
      `Subject: ${contact.subject}`,
      '',
      contact.message,
      '',
      `Message ${id}. A reply to this email goes to the sender.`,
    ].join('\n'),
  }
}
