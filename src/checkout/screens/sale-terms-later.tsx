import { useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import type { SaleTermsProps } from './sale-terms.tsx'

const load = () => import('./terms-of.ts')

let termsOf = import.meta.env.SSR ? (await load()).termsOf : null

/**
 * Loads the terms and the days of the event before the page hydrates or shows them: a press on a
 * part of the page whose file is still loading is lost. Loaded separately, because few events have
 * such terms. If loading fails, the page shows the prices of the reply, and the server refuses an
 * order at a wrong price.
 */
export const loadTerms = async (data: { event: EventReply } | undefined): Promise<void> => {
  if (data?.event.as_of ?? data?.event.days)
    termsOf = await load()
      .then((module) => module.prepareTerms(data.event))
      .catch(() => null)
}

/**
 * Chooses the component for the terms only once per visit. Another component would close an open
 * form, for example when a code's last use is taken or released.
 */
export function SaleTermsLater(props: SaleTermsProps) {
  const [Terms] = useState(() => termsOf?.(props.event))
  return Terms ? <Terms {...props} /> : props.children()
}
