import { writeSms } from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { type Language, linkIn } from '../../platform/values/language.rules.ts'

/** '1 question' or '2 questions' */
export function questionsText(count: number, language: Language): string {
  const text = count === 1 ? SMS_PARTS.oneQuestion : SMS_PARTS.questions
  return fill(text, language, { count: String(count) })
}

type Asking = { language: Language; title: string; count: number; link: string }

/** The reminder to answer. Its link leads to the questions on the ticket page. */
export function askingSms({ language, title, count, link }: Asking): string {
  const questions = questionsText(count, language)
  const address = `${linkIn(language, link)}#questions`
  return writeSms(SMS.answersDue, language, { title, questions, link: address })
}
