import { randomId } from '../../ui/random-id.ts'
import type { Question, QuestionInput } from '../questions.contract.ts'

/** A question as the form edits it. */
export type QuestionDraft = Omit<Question, 'choices' | 'until'> & {
  /** Identifies the question in the form, even a new question without an id. */
  key: string
  /** The choices, one per line. */
  choices: string
  until: string
}

export const toDraft = (question: Question): QuestionDraft => ({
  ...question,
  key: question.id ?? randomId(),
  choices: question.choices.join('\n'),
  until: question.until ?? '',
})

export const newDraft = (): QuestionDraft => ({
  ...{ key: randomId(), id: null, text_en: '', text_sw: '', why_en: '', why_sw: '' },
  ...{ kind: 'choice', choices: '', per: 'person', ticket_type_ids: null, until: '' },
  ...{ is_at_door: false, state: 'asked', answers: 0 },
})

export function toInput(draft: QuestionDraft): QuestionInput {
  const { id, text_en, text_sw, why_en, why_sw, kind, per, ticket_type_ids, until, is_at_door } =
    draft
  const choices = draft.choices.split('\n').filter((line) => line.trim() !== '')
  return {
    ...{ id, text_en, text_sw, why_en, why_sw, kind, per, ticket_type_ids },
    ...(kind === 'choice' && { choices }),
    until: until === '' ? null : until,
    is_at_door,
  }
}
