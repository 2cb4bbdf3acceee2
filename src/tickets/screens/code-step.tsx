import type { ComponentProps } from 'react'
import { CodeEntry } from '../../messages/screens/code-entry.tsx'
import { faultOf, type SendOutcome } from './send-ticket.ts'

/** The last step of a form that changes a ticket: the code that the holder's phone got. */
export function CodeStep({
  outcome,
  ...entry
}: { outcome: SendOutcome } & Omit<ComponentProps<typeof CodeEntry>, 'error'>) {
  return (
    <>
      <input type="hidden" name="id" value={outcome.id} />
      <input type="hidden" name="phones" value={outcome.phones} />
      <input type="hidden" name="admits" value={outcome.admits} />
      <CodeEntry {...entry} error={faultOf(outcome, 'code')} />
    </>
  )
}
