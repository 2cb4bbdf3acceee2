import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import {
  COMPLAINT_FAILED,
  COMPLAINT_SENT,
  type ComplaintTyped,
  complaintFaults,
} from '../complaint.rules.ts'

/**
 * The result of sending a report. If the report was refused, includes all that the visitor typed.
 */
export type ReportOutcome =
  | { status: 200; sent: string }
  | { status: number; problem?: string; faults: Partial<ComplaintTyped>; typed: ComplaintTyped }

export async function sendReport(
  fetchApi: FetchApi,
  eventId: string,
  fields: FormData,
): Promise<ReportOutcome> {
  const text = (name: string) => String(fields.get(name) ?? '')
  const typed = { reason: text('reason'), words: text('words') }
  const faults = complaintFaults(typed)
  if (Object.keys(faults).length > 0) return { status: 422, faults, typed }
  const path = `/api/events/${encodeURIComponent(eventId)}/complaints`
  const answer = await callApi<MessageReply>(fetchApi, path, jsonPost(typed))
  if (answer.ok) return { status: 200, sent: COMPLAINT_SENT }
  const problem = problemText(answer, COMPLAINT_FAILED)
  return { status: answer.status || 503, problem, faults, typed }
}
