import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const CENTRE = 'm-auto w-120 max-w-[calc(100vw-32px)] rounded-card border p-6'
const SIDE = 'my-0 ml-auto mr-0 h-dvh max-h-none w-120 max-w-full border-l'

/** Scrolls to a field that was refused, because the buttons may cover its error. */
function useShownFault(dialog: RefObject<HTMLDialogElement | null>): void {
  const shown = useRef<Element | null>(null)
  useEffect(() => {
    const fault = dialog.current?.querySelector('[aria-invalid="true"]') ?? null
    if (fault !== shown.current) fault?.scrollIntoView({ block: 'center' })
    shown.current = fault
  })
}

/**
 * The browser's own dialog, open while it is rendered. It keeps the focus inside; Escape calls
 * `onClose`.
 */
export function Modal({
  titleId,
  onClose,
  isSide = false,
  children,
}: {
  titleId: string
  onClose: () => void
  /** True for a panel at the right edge. A click outside the panel closes it. */
  isSide?: boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, because its cleanup runs while the dialog is still in the document. Only then
  // the browser returns the focus to the element that had it before.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useShownFault(dialog)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => isSide && event.target === event.currentTarget && onClose()}
      className={`border-line bg-paper text-ink shadow-lift backdrop:bg-ink/40 ${isSide ? SIDE : CENTRE}`}
    >
      {children}
    </dialog>
  )
}
