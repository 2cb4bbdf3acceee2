import { readAnswered } from '../questions/answers.ts'
import { asksQuestions } from '../questions/questions.sql.ts'
import type { At } from './navigation.rules.ts'
import { isOver, type ShownTicket } from './own-tickets.rules.ts'
import { isTicketOf } from './phone-tickets.ts'
import { askedScreen, type OpenChoice, openChoices, whyScreen } from './question-screens.rules.ts'
import { backTo, type UssdDeps, type View, type Visit } from './visit.ts'

/** How many questions with choices about the ticket lack an answer. */
export async function countOpenChoices(
  deps: UssdDeps,
  { id, event_id, status }: Pick<ShownTicket, 'id' | 'event_id' | 'status'>,
): Promise<number> {
  if (isOver(status) || !(await asksQuestions(deps.db, event_id))) return 0
  const open = openChoices(await readAnswered(deps, id))
  return new Set(open.map(({ question }) => question.id)).size
}

type AskedPlace = Pick<At<'asked'>, 'id' | 'skipped'>

/** The missing answer that the screen is about, and the number of missing ones. Null if none. */
async function findOpen(
  deps: UssdDeps,
  { phone }: Visit,
  { id, skipped }: AskedPlace,
): Promise<{ open: OpenChoice; count: number } | null> {
  if (!(await isTicketOf(deps, phone, id))) return null
  const all = openChoices(await readAnswered(deps, id))
  const open = all[all.length === 0 ? 0 : skipped % all.length]
  return open ? { open, count: all.length } : null
}

/** Shows the next question, or returns to the ticket if all questions are answered. */
export async function viewAsked(
  deps: UssdDeps,
  visit: Visit,
  { id, skipped, ...place }: AskedPlace & { from?: number },
): Promise<View> {
  const found = await findOpen(deps, visit, { id, skipped })
  if (found) {
    const { open, count } = found
    return askedScreen(visit, open, { id, skipped, from: place.from ?? 0 }, count > 1)
  }
  const { notice } = visit
  return { path: backTo(visit.path, 'ticket'), ...(notice !== undefined && { notice }) }
}

/** The screen with the organizer's reason for a question. */
export async function viewWhy(deps: UssdDeps, visit: Visit, place: AskedPlace): Promise<View> {
  const found = await findOpen(deps, visit, place)
  return found ? whyScreen(visit, found.open.question) : { path: backTo(visit.path, 'ticket') }
}
