import type { ComponentProps } from 'react'
import type { TicketQuestions } from './ticket-questions.tsx'

const load = () => import('./ticket-questions.tsx').then((module) => module.TicketQuestions)

let Whole = import.meta.env.SSR ? await load() : null

/**
 * Loads the form before the page hydrates or shows it, because a press on a part of the page that
 * waits for its file is lost. Loaded separately, because few events ask questions.
 */
export async function loadQuestions(): Promise<void> {
  Whole = await load().catch(() => null)
}

/** Shows nothing if the form could not be loaded. */
export function QuestionsLater(props: ComponentProps<typeof TicketQuestions>) {
  return Whole && <Whole {...props} />
}
