import type { TaskFact } from '../platform/tasks/tasks.contract.ts'
import {
  call,
  declareTask,
  explanation,
  nothingUntil,
  type Task,
} from '../platform/tasks/tasks.rules.ts'
import { KIND_NAMES, PER_NAMES } from './question.rules.ts'

type AskedQuestion = {
  id: string | null
  text_en: string
  text_sw: string
  why_en: string
  why_sw: string
  choices: string[]
  kind: keyof typeof KIND_NAMES
  per: keyof typeof PER_NAMES
}
type QuestionsRow = { by: string; version: string; questions: AskedQuestion[] }

function questionFacts(row: Task<QuestionsRow>): TaskFact[] {
  return row.facts.questions.flatMap((question) => {
    const { id, text_en, text_sw, why_en, why_sw, choices, kind, per } = question
    const fact = (label: string, text: string): TaskFact => ({ label, text, is_warning: false })
    return [
      fact(id === null ? 'New question' : 'Changed question', `${text_en} / ${text_sw}`),
      fact('Why', `${why_en} / ${why_sw}`),
      fact('Answer', KIND_NAMES[kind]),
      fact('Asked', PER_NAMES[per]),
      ...(choices.length > 0 ? [fact('Choices', choices.join(' · '))] : []),
    ]
  })
}

export const questionTaskKinds = {
  questions_asked: declareTask<QuestionsRow>({
    title: 'Questions submitted',
    group: 'events',
    urgency: 'waited_for',
    known: ({ facts: { by, questions } }) =>
      `${by} wants to ask ticket holders ${questions.length === 1 ? 'a question' : `${questions.length} questions`}.`,
    decideOn: questionFacts,
    next: nothingUntil('approves or returns it. Ticket holders are not asked until then.'),
    actions: [
      call('/api/events/{key}/questions/approve', 'Approve', {
        done: 'Questions of {event} approved.',
      }),
      call('/api/events/{key}/questions/return', 'Return', {
        done: 'Questions of {event} returned.',
        form: {
          title: 'Return these questions',
          yes: 'Return',
          fields: [explanation('Reason', 'Their organizer gets this by email.', 2000)],
        },
      }),
    ],
    version: ({ version }) => version,
  }),
}
