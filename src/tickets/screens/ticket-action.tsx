import { type ReactNode, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { type SendOutcome, sendTicket } from './send-ticket.ts'

type TicketActionProps = {
  /** The id of the element, for links to the form. */
  id?: string
  number: string
  posted: SendOutcome | null
  title: string
  /** The text shown after the ticket has changed. */
  done: string
  isOpen?: boolean
  isQuiet?: boolean
  onDone?: (() => void) | undefined
  /** The fields of the step that follows the outcome. */
  children: (outcome: SendOutcome | null, isBusy: boolean) => ReactNode
}

/** A folded form that changes a ticket, and reads the ticket again afterwards. */
export function TicketAction({
  id,
  number,
  posted,
  title,
  done,
  isOpen = false,
  isQuiet = false,
  onDone,
  children,
}: TicketActionProps) {
  const { outcome, isBusy, formProps } = useFormPost(posted, sendTicket)
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useEffect(() => {
    if (!outcome?.isDone) return
    void revalidate()
    onDone?.()
  }, [outcome])
  return (
    <details
      id={id}
      open={isOpen || outcome !== null}
      className="rounded-card border border-line bg-paper print:hidden"
    >
      <summary className={`min-h-11 px-4 py-3 ${isQuiet ? 'text-quiet' : 'font-semibold'}`}>
        {title}
      </summary>
      <form
        {...formProps}
        action={`${PREFIX}/t/${number}`}
        aria-label={title}
        className="flex flex-col gap-4 px-4 pb-3"
      >
        <input type="hidden" name="number" value={number} />
        {outcome?.isDone && (
          <Notice look="good" role="status">
            {done}
          </Notice>
        )}
        {outcome?.problem && !outcome.field && (
          <Notice look="bad" role="alert">
            {outcome.problem}
          </Notice>
        )}
        {children(outcome, isBusy)}
      </form>
    </details>
  )
}
