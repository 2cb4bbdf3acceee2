import { sendPhoneCode } from '../messages/phone-codes.ts'
import { REPLIES } from '../messages/replies.text.ts'
import { writeSms } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import { fill } from '../messages/twin.rules.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { cleanLine } from '../platform/values/clean-text.rules.ts'
import { isRightCode } from '../tickets/limits.ts'
import { markOpened } from '../tickets/openings.sql.ts'
import type { AnswersReply, AnswersRequest, AskedQuestion } from './answers.contract.ts'
import {
  type Answered,
  type AskedTicket,
  lockAskedTicket,
  selectAnswered,
  selectAsked,
  selectAskedTicket,
  upsertAnswers,
} from './answers.sql.ts'
import { QuestionError } from './errors.ts'
import { ANSWER_MAX, leavingOrder, peopleOf, WHOLE_TICKET } from './question.rules.ts'

type AnswerDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log'>

/** The questions about a ticket, and which of them are answered. Contains no answer. */
export async function readAnswered(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ticketId: string,
): Promise<AnswersReply> {
  const now = clock.now()
  const ticket = await selectAskedTicket(db, ticketId, now)
  const { questions, people, persons, answered } = await readAsked(db, ticket, {
    now,
    locks: false,
  })
  const shown = answered.filter(({ question_id: id }) => questions.some((one) => one.id === id))
  return {
    questions,
    people: questions.length === 0 ? [] : people,
    leaves: questions.length === 0 ? [] : leavingOrder(people, persons),
    answered: shown.map(({ question_id, person }) => ({
      question_id,
      ...(person !== WHOLE_TICKET && { person }),
    })),
  }
}

async function readAsked(db: Db, ticket: AskedTicket, at: { now: Date; locks: boolean }) {
  const answered = await selectAnswered(db, ticket.id)
  const persons = answered.map(({ person }) => person)
  const questions = ticket.isOpen ? await selectAsked(db, ticket.id, at) : []
  return { questions, answered, persons, people: peopleOf(ticket.admits, persons) }
}

type AnswerCall = { ticketId: string; request: AnswersRequest; address: string }

/**
 * Stores first answers. If the request changes an answer, sends a code to the holder's phone,
 * stores nothing and returns 'code'. With this code, stores everything. An equal answer counts as a
 * change: otherwise a stranger could try answers until one is right. Throws answers_closed,
 * wrong_answers_code, too_many_requests, or an AppError that names the field at fault.
 */
export async function saveAnswers(
  deps: AnswerDeps,
  { ticketId, request, address }: AnswerCall,
): Promise<'saved' | 'code'> {
  const { answers, code = null } = request
  const ticket = await store(deps, { ticketId, answers, isProven: false })
  if (ticket === 'saved') return 'saved'
  const phone = ticket.holder
  if (phone === null) throw new QuestionError('answers_closed')
  const key = { purpose: 'answers', scope: ticketId, phone, address } as const
  if (code === null || code.trim() === '') {
    const { language, event_title: title } = ticket
    const text = (drawn: string) => writeSms(SMS.answersCode, language, { code: drawn, title })
    await sendPhoneCode(deps, { ...key, text })
    return 'code'
  }
  if (!(await isRightCode(deps, { ...key, code }))) {
    throw new QuestionError('wrong_answers_code', { details: { field: 'code' } })
  }
  await store(deps, { ticketId, answers, isProven: true })
  return 'saved'
}

/** Stores the answer unless there is one. Throws answers_closed, or an AppError about the answer. */
export async function saveFirstAnswer(
  deps: AnswerDeps,
  ticketId: string,
  answer: AnswersRequest['answers'][number],
): Promise<void> {
  await store(deps, { ticketId, answers: [answer], isProven: false })
}

type Storing = { ticketId: string; answers: AnswersRequest['answers']; isProven: boolean }

/** Stores nothing and returns the ticket if an answer changes and no code proves the holder. */
async function store(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { ticketId, answers, isProven }: Storing,
): Promise<'saved' | AskedTicket> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const ticket = await lockAskedTicket(tx, ticketId, now)
    const asked = await readAsked(tx, ticket, { now, locks: true })
    if (asked.questions.length === 0) throw new QuestionError('answers_closed')
    const read = answers.map((answer, index) => readAnswer(answer, asked, `answers.${index}`))
    refuseRepeated(read)
    if (!isProven && read.some((one) => asked.answered.some((other) => areOfOne(one, other)))) {
      return ticket
    }
    await upsertAnswers(tx, ticket.id, read, now)
    await markOpened(tx, ticket.id, now)
    return 'saved'
  })
}

type OpenQuestions = { questions: readonly AskedQuestion[]; people: readonly number[] }

function readAnswer(
  { question_id, person, value }: AnswersRequest['answers'][number],
  { questions, people }: OpenQuestions,
  path: string,
): Answered & { value: string } {
  const question = questions.find(({ id }) => id === question_id.toLowerCase())
  if (!question) refuseField(`${path}.question_id`, REPLIES.questionGone)
  const text = cleanLine(value)
  if (text === '') refuseField(`${path}.value`, REPLIES.answerMissing)
  const choice = question.choices.find((one) => one === text)
  if (question.kind === 'choice' && !choice) refuseField(`${path}.value`, REPLIES.notAChoice)
  if (text.length > ANSWER_MAX) refuseField(`${path}.value`, REPLIES.answerTooLong)
  return {
    question_id: question.id,
    person: readPerson(person, question, people, path),
    value: text,
  }
}

function readPerson(
  sent: number | null | undefined,
  { per }: AskedQuestion,
  people: readonly number[],
  path: string,
): number {
  const only = people.length === 1 ? people[0] : undefined
  const person = sent ?? (per === 'ticket' ? WHOLE_TICKET : only)
  const isKnown = per === 'ticket' ? person === WHOLE_TICKET : people.includes(person ?? -1)
  if (person === undefined || !isKnown) refuseField(`${path}.person`, REPLIES.notAPerson)
  return person
}

const areOfOne = (one: Answered, other: Answered) =>
  one.question_id === other.question_id && one.person === other.person

function refuseRepeated(answers: readonly Answered[]): void {
  for (const [index, answer] of answers.entries()) {
    if (!answers.slice(0, index).some((other) => areOfOne(answer, other))) continue
    refuseField(`answers.${index}.question_id`, REPLIES.answeredTwice)
  }
}

export const codeSentText = (language: 'en' | 'sw'): string =>
  fill(REPLIES.answersCodeSent, language, {})
