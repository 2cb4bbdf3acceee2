import type { AnswersReply, AskedQuestion } from '../questions/answers.contract.ts'
import { type Slot, slotsOf } from '../questions/open.rules.ts'
import type { Line } from './layout.rules.ts'
import { type Frame, fittingScreen, ROWS, type Row, screenOf } from './menu.rules.ts'
import type { At, RenderedScreen, ScreenRef, Step } from './navigation.rules.ts'
import { sellingTexts } from './selling.text.ts'

/** A missing answer to a question with choices. */
export type OpenChoice = { question: AskedQuestion; slot: Slot; isAlone: boolean }

/** Leaves out texts and names, which callers enter on the web page: many phones lack the keys. */
export function openChoices(asked: AnswersReply): OpenChoice[] {
  return asked.questions
    .filter(({ kind }) => kind === 'choice')
    .flatMap((question) => {
      const { open, done } = slotsOf(question, asked)
      return open.map((slot) => ({ question, slot, isAlone: open.length + done.length === 1 }))
    })
}

/** The choices of a question. A screen shows fewer choices if they would not fit whole. */
export function askedScreen(
  frame: Frame,
  { question, slot, isAlone }: OpenChoice,
  { id, from, skipped }: Pick<At<'asked'>, 'id' | 'from' | 'skipped'>,
  hasOthers: boolean,
): RenderedScreen {
  const { person, why, skip, questions } = sellingTexts[frame.language]
  const { choices } = question
  const before = isAlone || slot.person === undefined ? '' : `${person(slot.person)}: `
  const name = frame.language === 'sw' ? question.text_sw : question.text_en
  const head: Line[] = [{ before, name, instead: questions(1) }]
  const others: Step = { to: { at: 'asked', id, from: 0, skipped: skipped + 1 } }
  const extra: Record<string, Step> = {
    ...(hasOthers && { 7: others }),
    8: { to: { at: 'why', id, skipped } },
  }
  const foot = [...(hasOthers ? [`7 ${skip}`] : []), `8 ${why}`]
  const variants = Array.from({ length: ROWS - 1 }, (_one, less) => ROWS - less).map((size) => {
    const rows = choices.slice(from, from + size).map((value): Row => {
      const answer = { ...slot, value }
      return { line: { name: value, instead: '?' }, to: { at: 'answered', id, skipped, answer } }
    })
    const more: ScreenRef | undefined =
      choices.length > from + size ? { at: 'asked', id, from: from + size, skipped } : undefined
    return { head, rows, more, foot, choices: extra }
  })
  return fittingScreen(frame, variants)
}

/** The organizer's reason for asking the question. */
export function whyScreen(frame: Frame, { why_en, why_sw }: AskedQuestion): RenderedScreen {
  return screenOf(frame, { head: [{ name: frame.language === 'sw' ? why_sw : why_en }] })
}
