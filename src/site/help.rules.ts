import { HELP, type HelpCategory } from './help.text.ts'
import { fillUssd } from './linked-text.rules.ts'

/**
 * The help texts for a shop whose USSD code is `ussdCode`. If the code is '', sentences that
 * mention the code are left out.
 */
export function helpOf(ussdCode: string): HelpCategory[] {
  return HELP.map(({ name, questions }) => ({
    name,
    questions: questions.map((question) => ({
      ...question,
      answer: question.answer.map((text) => fillUssd(text, ussdCode)).filter(Boolean),
    })),
  }))
}

/**
 * Returns the questions that contain the query, ignoring case. Categories without a match are left
 * out.
 */
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
 * The text without link addresses, spaces, hyphens and quotation marks, so that M-PESA, mpesa and m
 * pesa all match.
 */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[\s\-‐-―‘’'“”"]+/g, '')
    .toLowerCase()
}
