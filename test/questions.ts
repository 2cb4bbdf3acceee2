import type { Account, Gate } from './gate.ts'
import { callApi } from './http.ts'
import type { Stage } from './stage.ts'

/** A question with choices, per person, unless `more` says otherwise. */
export const question = (text: string, more: object = {}) => ({
  text_en: text,
  text_sw: `${text} (sw)`,
  why_en: 'For your shirt',
  why_sw: 'Kwa fulana yako',
  kind: 'choice',
  choices: ['S', 'M', 'L'],
  per: 'person',
  ...more,
})

/** A question for a name, per person. */
export const nameQuestion = (text: string, more: object = {}) =>
  question(text, { kind: 'name', choices: undefined, ...more })

type By = Pick<Account, 'headers'>

export async function putQuestions(stage: Stage, eventId: string, by: By, payload: object[]) {
  const url = `/api/events/${eventId}/questions`
  return await callApi(stage, { method: 'PUT', url, headers: by.headers, payload })
}

export async function getQuestions(stage: Stage, eventId: string, by: By) {
  return await callApi(stage, { url: `/api/events/${eventId}/questions`, headers: by.headers })
}

/** The admin's task for the event's questions that wait for approval. Undefined if none wait. */
export async function readQuestionsTask({ stage, admin }: Gate, eventId: string) {
  const url = '/api/work_list?group=events'
  const { body } = await callApi(stage, { url, headers: admin.headers })
  return body.data.find(({ key }: { key: string }) => key === eventId)
}

/** As an admin, approves the event's waiting questions or sends them back to the organizer. */
export async function decideQuestions(
  { stage, admin }: Gate,
  eventId: string,
  verb: string,
  payload: object,
) {
  const url = `/api/events/${eventId}/questions/${verb}`
  return await callApi(stage, { method: 'POST', url, headers: admin.headers, payload })
}

type SentAnswer = { question_id: string; person?: number; value: string }

export async function putAnswers(
  stage: Stage,
  number: string,
  answers: SentAnswer[],
  { code, address = '10.1.0.9' }: { code?: string; address?: string } = {},
) {
  return await callApi(stage, {
    method: 'PUT',
    url: `/api/tickets/${number}/answers`,
    payload: { answers, ...(code !== undefined && { code }) },
    remoteAddress: address,
  })
}

export async function getAnswers(stage: Stage, number: string) {
  return await callApi(stage, `/api/tickets/${number}/answers`)
}

/** The answers in the database, by person, as 'person:value'. */
export async function storedAnswers(stage: Pick<Stage, 'db'>, number: string): Promise<string[]> {
  const rows = await stage.db
    .selectFrom('answer as a')
    .innerJoin('ticket as k', 'k.id', 'a.ticket_id')
    .select(['a.person', 'a.value'])
    .where('k.number', '=', number)
    .orderBy('a.person')
    .orderBy('a.value')
    .execute()
  return rows.map(({ person, value }) => `${person}:${value}`)
}
