import type { ReactNode } from 'react'

/** The buttons of a dialog. They stay in view while its content scrolls below them. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mb-6 mt-2 flex flex-wrap justify-end gap-3 bg-paper pb-6 pt-4">
      {children}
    </div>
  )
}
