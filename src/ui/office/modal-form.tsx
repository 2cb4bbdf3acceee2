import type { FormEvent, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { WholeWords } from '../whole-words.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { FormWindow } from './form-window.tsx'

export function ModalForm({
  title,
  about,
  yes,
  problem,
  isBusy,
  onClose,
  onSend,
  children,
}: {
  title: string
  about: ReactNode
  /** The button's text, and its text while the form is being sent. */
  yes: [ready: string, busy: string]
  /** The reason why the form was refused, if the reason concerns no field; otherwise ''. */
  problem: string
  isBusy: boolean
  onClose: () => void
  onSend: () => void
  children: ReactNode
}) {
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSend()
  }
  return (
    <FormWindow title={title} onSubmit={onSubmit} onClose={onClose}>
      <p className="break-words text-quiet">
        {typeof about === 'string' ? <WholeWords text={about} /> : about}
      </p>
      <div role="alert" className="empty:hidden">
        {problem && <Notice look="bad">{problem}</Notice>}
      </div>
      {children}
      <DialogButtons>
        <Button look="quiet" onClick={onClose}>
          Go back
        </Button>
        {/* aria-disabled: a disabled button would lose the keyboard focus. */}
        <Button type="submit" aria-disabled={isBusy}>
          {yes[isBusy ? 1 : 0]}
        </Button>
      </DialogButtons>
    </FormWindow>
  )
}
