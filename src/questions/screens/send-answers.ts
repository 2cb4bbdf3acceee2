import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import type { AnswersRequest } from '../answers.contract.ts'

type TypedAnswer = AnswersRequest['answers'][number]

export type AnswerOutcome = {
  /** The typed answers. Only outcomes of this form have this field. */
  answers: TypedAnswer[]
  status: number
  isDone?: true
  /** Present if a code was sent. The answers are saved once the holder types the code. */
  needsCode?: true
  problem?: string
  /** The name of the field at fault, as `fieldName` writes it, or 'code'. */
  field?: string
}

/** The name of the form's field for an answer. */
export const fieldName = ({ question_id, person }: Pick<TypedAnswer, 'question_id' | 'person'>) =>
  `answer.${question_id}.${person ?? ''}`

const FAILED = 'Your answer could not be saved. Please try again.'
const NOTHING = 'Please answer the question.'

/** Saves the answers that were typed; a blank field is left for later. */
export async function sendAnswers(fetchApi: FetchApi, fields: FormData): Promise<AnswerOutcome> {
  const answers = [...fields].flatMap(([name, value]) => readTyped(name, String(value)) ?? [])
  if (answers.length === 0) return { answers, status: 422, problem: NOTHING }
  const code = String(fields.get('code') ?? '').trim()
  const path = `/api/tickets/${encodeURIComponent(String(fields.get('number')))}/answers`
  const init = { ...jsonPost({ answers, ...(code && { code }) }), method: 'PUT' }
  const answer = await callApi<object>(fetchApi, path, init)
  if (answer.ok) {
    return answer.status === 202
      ? { answers, status: 200, needsCode: true }
      : // The page that the outcome is written into may be kept by a browser.
        { answers: [], status: 200, isDone: true }
  }
  const { field = '', status } = answer
  const at = /^answers\.(\d+)\.(?:value|person)$/.exec(field)?.[1]
  const named = at === undefined ? field : fieldName(answers[Number(at)]!)
  const isAboutCode = field === 'code'
  return {
    answers,
    status: status || 503,
    problem: problemText(answer, FAILED),
    ...(named && { field: named }),
    ...(isAboutCode && { needsCode: true as const }),
  }
}

function readTyped(name: string, typed: string): TypedAnswer | null {
  const [, question_id = '', person = ''] = /^answer\.([\w-]+)\.(\d*)$/.exec(name) ?? []
  const value = typed.trim()
  if (question_id === '' || value === '') return null
  return { question_id, value, ...(person !== '' && { person: Number(person) }) }
}
