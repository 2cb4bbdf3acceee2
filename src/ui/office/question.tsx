import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../button.tsx'

/** Asks before something is done. The browser's own dialog keeps the focus, and Escape is no. */
export function Question({
  title,
  yes,
  no,
  onYes,
  onNo,
  children,
}: {
  title: string
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
  children: ReactNode
}) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const asked = dialog.current
    asked?.showModal()
    return () => asked?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onNo()
      }}
      className="m-auto w-120 max-w-[calc(100vw-32px)] rounded-card border border-line bg-paper p-6 text-ink shadow-lift backdrop:bg-ink/40"
    >
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      <div className="mt-3 flex flex-col gap-3">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onNo}>
          {no}
        </Button>
        <Button onClick={onYes}>{yes}</Button>
      </div>
    </dialog>
  )
}
