import { type ReactNode, useEffect, useRef } from 'react'

/**
 * The browser's own dialog, open while it is rendered. It keeps the focus inside; Escape calls
 * `onClose`.
 */
export function Modal({
  titleId,
  onClose,
  children,
}: {
  titleId: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-120 max-w-[calc(100vw-32px)] rounded-card border border-line bg-paper p-6 text-ink shadow-lift backdrop:bg-ink/40"
    >
      {children}
    </dialog>
  )
}
