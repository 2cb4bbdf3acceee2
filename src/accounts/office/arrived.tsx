import type { ReactNode } from 'react'

/** The same function at every render: only what has just appeared takes the focus. */
const focus = (element: HTMLElement | null) => element?.focus()

/** What stands where a form was: the focus goes there, and does not fall off the page. */
export function Arrived({ children }: { children: ReactNode }) {
  return (
    <div ref={focus} tabIndex={-1} role="status" className="flex flex-col gap-4">
      {children}
    </div>
  )
}
