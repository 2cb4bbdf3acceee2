import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { WholeWords } from '../whole-words.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { Modal } from './modal.tsx'

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
  const id = useId()
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSend()
  }
  return (
    <Modal titleId={id} onClose={onClose}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <h2 id={id} className="text-lead font-bold">
          {title}
        </h2>
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
      </form>
    </Modal>
  )
}
