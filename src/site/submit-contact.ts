import { queueEmail } from '../messages/queue-email.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { contactFaults } from './contact.rules.ts'
import { contactEmail } from './contact-email.rules.ts'
import type { ContactRequest } from './site.contract.ts'
import { insertContactMessage } from './site.sql.ts'

/** Stores what somebody wrote, and with it the e-mail to support, which answers to the sender. */
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
      ...contactEmail(id, contact),
      to: support.email,
      from: mail.from,
      replyTo: contact.email,
      dedupeKey: `contact:${id}`,
      now,
    })
  })
}

function readContact(request: ContactRequest): ContactRequest {
  const [fault] = Object.entries(contactFaults(request))
  if (fault) {
    const [field, text] = fault
    throw new AppError('invalid_field', { text, details: { field } })
  }
  return {
    // A name and a subject are one line each.
    name: request.name.replace(/\s+/g, ' ').trim(),
    email: request.email.trim(),
    subject: request.subject.replace(/\s+/g, ' ').trim(),
    message: request.message.replace(/\r\n?/g, '\n').trim(),
  }
}
