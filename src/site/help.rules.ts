import type { ServiceFee } from '../platform/http/platform.contract.ts'
import { HELP, type HelpCategory } from './help.text.ts'
import { fillFee, fillUssd } from './linked-text.rules.ts'

/**
 * The help texts for a shop with this USSD code and fee. If the code is '' or the fee is not known,
 * leaves out the sentences that mention the missing value.
 */
export function helpOf(ussdCode: string, fee: ServiceFee | undefined): HelpCategory[] {
  return HELP.map(({ name, questions }) => ({
    name,
    questions: questions.map((question) => ({
      ...question,
      answer: question.answer.map((text) => fillFee(fillUssd(text, ussdCode), fee)).filter(Boolean),
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
