import type { ComponentProps } from 'react'

type Screens = typeof import('./ticket-questions.tsx')

const load = (): Promise<Screens> => import('./ticket-questions.tsx')

let screens = import.meta.env.SSR ? await load() : null

/**
 * Loads the file of the form, which is separate because few events ask questions. Call this before
 * the page hydrates or shows the form: without its file, the form would lose a press.
 */
export async function loadQuestions(): Promise<void> {
  screens = await load().catch(() => null)
}

/** Shows nothing if the form could not be loaded. */
export function QuestionsLater(props: ComponentProps<Screens['TicketQuestions']>) {
  return screens && <screens.TicketQuestions {...props} />
}

export function LeavingLater(props: ComponentProps<Screens['LeavingPeople']>) {
  return screens && <screens.LeavingPeople {...props} />
}
