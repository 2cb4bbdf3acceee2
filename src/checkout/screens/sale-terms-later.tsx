import { useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import type { SaleTermsProps } from './sale-terms.tsx'

const load = () => import('./terms-of.ts')

let termsOf = import.meta.env.SSR ? (await load()).termsOf : null

/**
 * Loads the terms and the days of the event before the page hydrates or shows them, because a press
 * on a part of the page that waits for its file is lost. Loaded separately, because few events have
 * such terms. If loading fails, the page shows the prices of the reply, and the server refuses
 * others.
 */
export const loadTerms = async (data: { event: EventReply } | undefined): Promise<void> => {
  if (data?.event.as_of ?? data?.event.days)
    termsOf = await load()
      .then((module) => module.prepareTerms(data.event))
      .catch(() => null)
}

/**
 * The choice of the terms is made once for a visit: another component would close an open form when
 * the last use of a code is held or comes back.
 */
export function SaleTermsLater(props: SaleTermsProps) {
  const [Terms] = useState(() => termsOf?.(props.event))
  return Terms ? <Terms {...props} /> : props.children()
}
