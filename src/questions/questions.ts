import { isDeepStrictEqual } from 'node:util'
import { auditEvent } from '../accounts/audit-log.sql.ts'
import { renewDraft } from '../events/cancel.sql.ts'
import { checkEvent, lockOwnEvent } from '../events/check-event.ts'
import { spend } from '../messages/budget/budget.ts'
import { findStrangerWords } from '../messages/stranger-words.rules.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import { rightsOver } from '../platform/http/rights.rules.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { newId } from '../platform/ids.ts'
import { selectRequest } from '../requests/requests.sql.ts'
import { ask, settle } from '../requests/requests.ts'
import { QuestionError } from './errors.ts'
import type { Question, QuestionInput } from './questions.contract.ts'
import {
  clearDoor,
  insertQuestion,
  lockQuestions,
  type QuestionWords,
  removeQuestion,
  type StoredQuestion,
  selectAskedTypes,
  selectPublishing,
  selectQuestions,
  updateQuestion,
} from './questions.sql.ts'
import { type ReadQuestion, readQuestions, refuseUnknown } from './read-questions.ts'

type QuestionDeps = Pick<Deps, 'db' | 'env' | 'clock'>
type Event = Awaited<ReturnType<typeof lockOwnEvent>>

/** The new questions and changed words that wait for an admin, each with its position. */
export type QuestionsProposal = { questions: (ReadQuestion & { position: number })[] }

/** The questions as the organizer wants them, in their order. Throws event_not_found. */
export async function readWanted(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  eventId: string,
): Promise<Question[]> {
  await checkEvent(db, viewer, eventId)
  return await listWanted(db, eventId)
}

async function listWanted(db: Db, eventId: string): Promise<Question[]> {
  const stored = await selectQuestions(db, eventId)
  const request = await selectRequest<QuestionsProposal>(db, 'questions', eventId)
  const proposed = request?.proposal.questions ?? []
  const fields = {
    state: request?.state === 'returned' ? ('returned' as const) : ('waiting' as const),
    ...(request?.note && { note: request.note }),
  }
  const asked = stored.map((question) => {
    const other = proposed.find(({ id }) => id === question.id)
    const { position, answers } = question
    if (!other) return { position, ...toReply(question, answers), state: 'asked' as const }
    const asked_now = wordsOf(question)
    const wanted = { ...other, until: question.until, isAtDoor: question.isAtDoor }
    return { position, ...toReply(wanted, answers), asked_now, ...fields }
  })
  const added = proposed
    .filter(({ id }) => id === null)
    .map((question) => ({ position: question.position, ...toReply(question, 0), ...fields }))
  return [...asked, ...added]
    .sort((a, b) => a.position - b.position)
    .map(({ position: _, ...question }) => question)
}

const toReply = (question: ReadQuestion, answers: number) => ({
  id: question.id,
  ...wordsOf(question),
  ticket_type_ids: question.typeIds,
  until: question.until,
  is_at_door: question.isAtDoor,
  answers,
})

function wordsOf(question: QuestionWords): QuestionWords {
  const { text_en, text_sw, why_en, why_sw, kind, choices, per } = question
  return { text_en, text_sw, why_en, why_sw, kind, choices, per }
}

/**
 * Saves all questions of an event. New questions and changed words of a published event wait for an
 * admin; all other changes apply immediately. Throws an AppError that names the field at fault,
 * question_answered, or role_forbids if the viewer may not choose the question for the door.
 */
export async function saveQuestions(
  deps: QuestionDeps,
  viewer: Viewer,
  eventId: string,
  sent: readonly QuestionInput[],
): Promise<Question[]> {
  return await inTransaction(deps.db, async (tx) => {
    const event = await lockOwnEvent(tx, viewer, eventId)
    const wanted = readQuestions(sent, await selectAskedTypes(tx, event.id))
    const before = await listWanted(tx, event.id)
    const stored = await lockQuestions(tx, event.id)
    const plan = planSave(stored, wanted)
    const isApproved = !(await needsApproval(tx, viewer, event, plan))
    const now = deps.clock.now()
    const waiting = await applyPlan(tx, event, { stored, plan, isApproved, now })
    await askOrSettle(tx, deps, viewer, { event, waiting, now })
    const after = await listWanted(tx, event.id)
    const texts = (questions: Question[]) => questions.map(({ text_en }) => text_en)
    if (!isDeepStrictEqual(before, after)) {
      const entry = { action: 'questions_changed', before: texts(before), after: texts(after) }
      await auditEvent(tx, viewer, event, { ...entry, now })
      await renewDraft(tx, event.id, now)
      await auditDoor(tx, viewer, event, { before, after, now })
      const organizerId = event.organizer_id ?? event.id
      await spend(tx, deps, viewer, { budget: 'saves', organizerId })
    }
    return after
  })
}

const atDoor = (questions: readonly Question[]) =>
  questions.find(({ is_at_door }) => is_at_door)?.text_en ?? null

/** Throws role_forbids if the viewer shows answers to stewards without the right to read them. */
async function auditDoor(
  tx: Tx,
  viewer: Viewer,
  event: Event,
  { before, after, now }: { before: Question[]; after: Question[]; now: Date },
): Promise<void> {
  const change = { before: atDoor(before), after: atDoor(after) }
  if (change.before === change.after) return
  const isAllowed = rightsOver(viewer, event).includes('buyers')
  if (change.after !== null && !isAllowed) throw new AppError('role_forbids')
  await auditEvent(tx, viewer, event, { action: 'door_question_changed', ...change, now })
}

type Planned = { wanted: ReadQuestion; old: StoredQuestion | undefined; isNew: boolean }

/** Pairs each question with its stored question. `isNew` is true if question or words are new. */
function planSave(stored: readonly StoredQuestion[], wanted: readonly ReadQuestion[]): Planned[] {
  const named = new Set(wanted.map(({ id }) => id))
  return wanted.map((question, index) => {
    const isSame = (other: StoredQuestion) => isDeepStrictEqual(wordsOf(other), wordsOf(question))
    // A client that lost the first reply repeats the request without the id of its new question.
    const old = stored.find((other) =>
      question.id === null ? !named.has(other.id) && isSame(other) : other.id === question.id,
    )
    if (question.id !== null && !old) refuseUnknown(`${index}`)
    const isNew = !old || !isSame(old)
    if (old && isNew && old.answers > 0) {
      throw new QuestionError('question_answered', { details: { field: `${index}.text_en` } })
    }
    return { wanted: question, old, isNew }
  })
}

async function needsApproval(
  tx: Tx,
  viewer: Viewer,
  event: Event,
  plan: readonly Planned[],
): Promise<boolean> {
  if (viewer.role === 'admin') return false
  const { wasPublished, isAlone } = await selectPublishing(tx, event.id)
  if (!isAlone) return wasPublished
  return plan.some(({ wanted, isNew }) => isNew && marksOf(wanted).length > 0)
}

/** The words in a question that an admin must check before buyers read the question. */
function marksOf(question: QuestionWords): string[] {
  const { text_en, text_sw, why_en, why_sw, choices } = question
  const texts = [text_en, text_sw, why_en, why_sw, ...choices]
  return texts.flatMap((text) => findStrangerWords(text).map(({ words }) => words))
}

/** Applies the plan. Returns the part that waits for an admin. */
async function applyPlan(
  tx: Tx,
  event: Event,
  {
    stored,
    plan,
    isApproved,
    now,
  }: { stored: readonly StoredQuestion[]; plan: Planned[]; isApproved: boolean; now: Date },
): Promise<QuestionsProposal['questions']> {
  const kept = new Set(plan.map(({ old }) => old?.id))
  for (const { id } of stored) if (!kept.has(id)) await removeQuestion(tx, id, now)
  await clearDoor(tx, event.id)
  const waiting: QuestionsProposal['questions'] = []
  for (const [position, { wanted, old, isNew }] of plan.entries()) {
    const waits = isNew && !isApproved
    if (waits) waiting.push({ ...wanted, position })
    if (old) {
      const { until, isAtDoor } = wanted
      const held = waits ? old : wanted
      await updateQuestion(tx, { ...held, id: old.id, position, until, isAtDoor })
    } else if (!waits) {
      const added = { ...wanted, id: newId(), position }
      await insertQuestion(tx, { ...added, event_id: event.id, created_at: now })
    }
  }
  return waiting
}

async function askOrSettle(
  tx: Tx,
  deps: QuestionDeps,
  viewer: Viewer,
  { event, waiting, now }: { event: Event; waiting: QuestionsProposal['questions']; now: Date },
): Promise<void> {
  if (waiting.length === 0) {
    await settle(tx, viewer, { kind: 'questions', id: event.id, to: 'withdrawn', now })
    return
  }
  const texts = waiting.map(({ text_en }) => `- ${text_en}`).join('\n')
  const notice = {
    what: 'Questions submitted',
    text: `asks ticket holders new questions. Approve or return them on the work list.\n\n${texts}`,
  }
  const proposal: QuestionsProposal = { questions: waiting }
  await ask(tx, deps, viewer, { kind: 'questions', id: event.id, proposal, event, notice, now })
}
