import { refuseField } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { cleanLine } from '../platform/values/clean-text.rules.ts'
import { isDay } from '../platform/values/nairobi.rules.ts'
import { CHOICE_MAX, CHOICES_MAX, QUESTIONS_MAX, TEXT_MAX, WHY_MAX } from './question.rules.ts'
import type { QuestionInput } from './questions.contract.ts'
import type { QuestionWords, StoredQuestion } from './questions.sql.ts'

/** A checked question. `id` is null for a new question, `typeIds` for a question to all types. */
export type ReadQuestion = Omit<StoredQuestion, 'id' | 'position' | 'answers'> & {
  id: string | null
}

type AskedType = { id: string; kind: 'entry' | 'add_on' }

/** Throws an AppError that names the question and the field at fault, such as `0.text_en`. */
export function readQuestions(
  sent: readonly QuestionInput[],
  types: readonly AskedType[],
): ReadQuestion[] {
  if (sent.length > QUESTIONS_MAX) {
    refuseField(`${QUESTIONS_MAX}`, `An event can ask up to ${QUESTIONS_MAX} questions.`)
  }
  const read = sent.map((input, index) => readQuestion(input, types, `${index}`))
  for (const [index, { id, text_en }] of read.entries()) {
    const before = read.slice(0, index)
    const isIn = (other: ReadQuestion) => id !== null && other.id === id
    if (before.some(isIn)) refuseField(`${index}.id`, 'This question is listed twice.')
    const fold = text_en.toLowerCase()
    if (before.some((other) => other.text_en.toLowerCase() === fold)) {
      refuseField(`${index}.text_en`, 'This event asks this already.')
    }
    if (read[index]!.isAtDoor && before.some(({ isAtDoor }) => isAtDoor)) {
      refuseField(`${index}.is_at_door`, 'Only one question can be on the door list.')
    }
  }
  return read
}

function readQuestion(
  input: QuestionInput,
  types: readonly AskedType[],
  path: string,
): ReadQuestion {
  const { kind, per, until = null } = input
  const id = input.id?.toLowerCase() ?? null
  if (id !== null && !isUuid(id)) refuseUnknown(path)
  if (until !== null && !isDay(until)) {
    refuseField(`${path}.until`, 'until must be a date such as 2026-11-21.')
  }
  return {
    id,
    ...readWords(input, path),
    kind,
    per,
    choices: readChoices(input, path),
    typeIds: readTypes(input, types, path),
    until,
    isAtDoor: input.is_at_door ?? false,
  }
}

export function refuseUnknown(path: string): never {
  refuseField(`${path}.id`, 'This question no longer exists. Reload the page.')
}

const WORDS = {
  text_en: ['Type the question in English.', TEXT_MAX],
  text_sw: ['Type the question in Swahili, too: buyers read either.', TEXT_MAX],
  why_en: ['Say why you ask. Buyers read this.', WHY_MAX],
  why_sw: ['Say why you ask in Swahili, too. Buyers read this.', WHY_MAX],
} as const
type Word = keyof typeof WORDS

function readWords(input: QuestionInput, path: string): Pick<QuestionWords, Word> {
  const read = (word: Word) => {
    const [missing, max] = WORDS[word]
    const text = cleanLine(input[word])
    if (text === '') refuseField(`${path}.${word}`, missing)
    if (text.length > max) refuseField(`${path}.${word}`, `Use up to ${max} characters.`)
    return text
  }
  return {
    text_en: read('text_en'),
    text_sw: read('text_sw'),
    why_en: read('why_en'),
    why_sw: read('why_sw'),
  }
}

function readChoices({ kind, choices }: QuestionInput, path: string): string[] {
  const field = `${path}.choices`
  const typed = (choices ?? []).map(cleanLine)
  if (kind !== 'choice') {
    if (typed.length > 0) refuseField(field, 'Only a question with choices has choices.')
    return []
  }
  if (typed.length < 2 || typed.length > CHOICES_MAX) {
    refuseField(field, `Give from 2 to ${CHOICES_MAX} choices.`)
  }
  if (typed.includes('')) refuseField(field, 'A choice is empty.')
  if (typed.some((choice) => choice.length > CHOICE_MAX)) {
    refuseField(field, `Use up to ${CHOICE_MAX} characters for a choice.`)
  }
  const folds = new Set(typed.map((choice) => choice.toLowerCase()))
  if (folds.size < typed.length) refuseField(field, 'Two choices are alike.')
  return typed
}

function readTypes(
  { ticket_type_ids: ids = null, per }: QuestionInput,
  types: readonly AskedType[],
  path: string,
): string[] | null {
  if (ids === null) return null
  const field = `${path}.ticket_type_ids`
  if (ids.length === 0) refuseField(field, 'Choose at least one ticket type.')
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))].sort()
  const found = wanted.map((id) => types.find((type) => type.id === id))
  if (found.includes(undefined)) {
    refuseField(field, 'This event has no such ticket type. Reload the page.')
  }
  if (per === 'person' && found.some((type) => type!.kind === 'add_on')) {
    refuseField(field, 'An add-on has no people: ask once per ticket.')
  }
  return wanted
}
