import { HELP, type HelpCategory } from './help.text.ts'
import { fillUssd } from './linked-words.rules.ts'

/** The help of a shop that sells by this code; where it is '', without what needs one. */
export function helpOf(ussdCode: string): HelpCategory[] {
  return HELP.map(({ name, questions }) => ({
    name,
    questions: questions.map((question) => ({
      ...question,
      answer: question.answer.map((text) => fillUssd(text, ussdCode)).filter(Boolean),
    })),
  }))
}

/** The questions that contain the query, in any case; categories without any are left out. */
export function searchHelp(query: string, all: readonly HelpCategory[] = HELP): HelpCategory[] {
  const wanted = plain(query)
  return all
    .map(({ name, questions }) => ({
      name,
      questions: questions.filter(({ question, answer }) =>
        plain([question, ...answer].join(' ')).includes(wanted),
      ),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/**
 * As one reads it: only the words of links. Without spaces, hyphens and quotation marks, which
 * nobody types the same way twice: M-PESA, mpesa, m pesa.
 */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[\s\-‐-―‘’'“”"]+/g, '')
    .toLowerCase()
}
