import { auditEvent } from '../accounts/audit-log.sql.ts'
import { lockOwnEvent } from '../events/check-event.ts'
import type { Tx } from '../platform/database/db.ts'
import { newId } from '../platform/ids.ts'
import type { RequestKind } from '../requests/request-kind.ts'
import { ReturnRequest } from '../requests/requests.contract.ts'
import { QuestionError } from './errors.ts'
import { ApproveQuestions, Questions } from './questions.contract.ts'
import {
  insertQuestion,
  lockQuestions,
  removeQuestion,
  selectAskedTypes,
  updateQuestion,
} from './questions.sql.ts'
import { type QuestionsProposal, readWanted } from './questions.ts'

type Subject = { event: Awaited<ReturnType<typeof lockOwnEvent>> }

const textsOf = ({ questions }: QuestionsProposal) => questions.map(({ text_en }) => text_en)

/** Requests to ask new questions of a published event, or to change the words of questions. */
export const questionRequests: RequestKind<Subject, QuestionsProposal> = {
  name: 'questions',
  approve: { url: '/api/events/:id/questions/approve', access: 'admin', body: ApproveQuestions },
  return: { url: '/api/events/:id/questions/return', access: 'admin', body: ReturnRequest },
  reply: Questions,
  read: readWanted,
  lock: async (tx, viewer, id) => ({ event: await lockOwnEvent(tx, viewer, id) }),
  named: ({ version }) => [version!],
  version: async (_tx, { request }) => [request.version],
  stale: async () => new QuestionError('questions_stale'),
  notWaiting: () => new QuestionError('no_questions_waiting'),
  async apply(tx, _deps, viewer, { subject: { event }, request, now }) {
    await applyProposal(tx, event.id, request.proposal, now)
    const after = textsOf(request.proposal)
    await auditEvent(tx, viewer, event, { action: 'questions_approved', after, now })
    return { what: 'Questions approved', text: 'Ticket holders now see your questions.' }
  },
  async end(tx, _deps, viewer, { subject: { event }, note, now }) {
    await auditEvent(tx, viewer, event, { action: 'questions_returned', after: note, now })
    return { what: 'Questions not approved', text: `We did not approve your questions:\n\n${note}` }
  },
}

/**
 * Applies approved words. A question that got answers while its new words waited for approval keeps
 * its answers, and a new question replaces it. Leaves out types that were removed in the meantime.
 */
async function applyProposal(
  tx: Tx,
  eventId: string,
  { questions }: QuestionsProposal,
  now: Date,
): Promise<void> {
  const stored = await lockQuestions(tx, eventId)
  const types = await selectAskedTypes(tx, eventId)
  for (const { typeIds: wanted, ...question } of questions) {
    const typeIds = wanted?.filter((id) => types.some((type) => type.id === id)) ?? null
    if (typeIds?.length === 0) continue
    const old = stored.find(({ id }) => id === question.id)
    if (question.id !== null && !old) continue
    if (old && old.answers === 0) {
      const { until, isAtDoor } = old
      await updateQuestion(tx, { ...question, id: old.id, typeIds, until, isAtDoor })
      continue
    }
    if (old) await removeQuestion(tx, old.id, now)
    const { isAtDoor } = old ?? question
    const added = { ...question, id: newId(), typeIds, isAtDoor }
    await insertQuestion(tx, { ...added, event_id: eventId, created_at: now })
  }
}
