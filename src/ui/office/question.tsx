import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { WholeWords } from '../whole-words.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { Modal } from './modal.tsx'

export function Question({
  title,
  yes,
  no = 'Go back',
  onYes,
  onNo,
  isLoss = false,
  isReady = true,
  other,
  children,
}: {
  title: string
  yes: string
  no?: string
  onYes: () => void
  onNo: () => void
  /**
   * True if the action would lose data. Then 'no' is the main button and 'yes' is the quiet button.
   */
  isLoss?: boolean
  /** False while 'yes' cannot be pressed. */
  isReady?: boolean
  /** A third answer. */
  other?: { text: string; onClick: () => void }
  children: ReactNode
}) {
  const id = useId()
  return (
    <Modal titleId={id} onClose={onNo}>
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      <div className="mt-3 flex flex-col gap-3">{children}</div>
      {/* The buttons stay in view if the dialog scrolls. */}
      <DialogButtons>
        {/* The dialog focuses its first button. */}
        <Button look={isLoss ? 'loud' : 'quiet'} onClick={onNo}>
          {no}
        </Button>
        {other && (
          <Button look="quiet" onClick={other.onClick}>
            {other.text}
          </Button>
        )}
        <Button
          look={isLoss ? 'quiet' : 'loud'}
          aria-disabled={!isReady}
          className="aria-disabled:opacity-50"
          onClick={() => isReady && onYes()}
        >
          <span>
            <WholeWords text={yes} />
          </span>
        </Button>
      </DialogButtons>
    </Modal>
  )
}
