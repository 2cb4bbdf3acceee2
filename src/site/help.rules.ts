import { HELP, type HelpCategory } from './help.text.ts'
import { fillDays, fillFee, fillUssd } from './linked-text.rules.ts'
import type { SiteReply } from './site.contract.ts'

/**
 * The help texts for a shop with this USSD code and fee. If the code is '' or a value is not known,
 * leaves out the sentences that mention the missing value.
 */
export function helpOf(
  ussdCode: string,
  site: Pick<SiteReply, 'service_fee' | 'payout_decision_days'> | null,
): HelpCategory[] {
  return HELP.map(({ name, questions }) => ({
    name,
    questions: questions.map((question) => ({
      ...question,
      answer: question.answer.map((text) => fillAll(text, ussdCode, site)).filter(Boolean),
    })),
  }))
}

type Facts = Parameters<typeof helpOf>[1]

const fillAll = (text: string, ussdCode: string, site: Facts): string =>
  fillDays(fillFee(fillUssd(text, ussdCode), site?.service_fee), site?.payout_decision_days)

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
