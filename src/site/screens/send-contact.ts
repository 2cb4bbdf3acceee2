import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import {
  CONTACT_FAILED,
  CONTACT_FIELDS,
  CONTACT_SENT,
  type ContactTyped,
  contactFaults,
} from '../contact.rules.ts'

/**
 * The result of sending a message. If the message was refused, includes all that the visitor typed.
 */
export type ContactOutcome =
  | { status: 200; sent: string }
  | { status: number; problem?: string; faults: Partial<ContactTyped>; typed: ContactTyped }

export async function sendContact(fetchApi: FetchApi, fields: FormData): Promise<ContactOutcome> {
  const typed = Object.fromEntries(
    CONTACT_FIELDS.map((field) => [field, String(fields.get(field) ?? '')]),
  ) as ContactTyped
  const faults = contactFaults(typed)
  if (Object.keys(faults).length > 0) return { status: 422, faults, typed }
  const path = '/api/functions/contact'
  const answer = await callApi<MessageReply>(fetchApi, path, jsonPost(typed))
  if (answer.ok) return { status: 200, sent: CONTACT_SENT }
  const problem = problemText(answer, CONTACT_FAILED)
  return { status: answer.status || 503, problem, faults, typed }
}
