import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Whether the page has only one column. The payment then opens as a sheet. */
export const isNarrow = (): boolean => matchMedia('(width < 1024px)').matches

/**
 * A modal sheet: on a phone at the bottom of the screen, on a wider screen in the middle. Wider on
 * a phone in landscape, with room for two columns.
 */
export function Sheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Opens before the payment form sets the focus.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label="Payment"
      onCancel={(cancel) => {
        cancel.preventDefault()
        onClose()
      }}
      className="m-auto max-h-dvh w-full max-w-lg overflow-auto rounded-t-card bg-paper px-4 text-ink shadow-lift backdrop:bg-ink/50 max-sm:mb-0 sm:rounded-card sm:px-6 low:max-w-[760px]"
    >
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="-mr-2 ml-auto block size-11 text-lead low:absolute low:right-4 low:top-1"
      >
        ×
      </button>
      {/* Padding of the dialog itself would show a strip of the form below the sticky button. */}
      <div className="pb-4 low:pt-4">{children}</div>
    </dialog>
  )
}
