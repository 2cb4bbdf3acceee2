import type { ReactNode } from 'react'

/**
 * The buttons of a dialog, in one row. They stay in view while the content scrolls below them, and
 * content that goes on below them fades out, behind the buttons' focus rings.
 */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 mt-6 flex flex-wrap justify-end gap-3 bg-paper px-6 pb-6 max-sm:*:grow max-sm:*:basis-0 max-sm:*:px-3 max-sm:*:wrap-normal max-sm:*:first:grow-0 max-sm:*:first:basis-auto max-sm:*:first:whitespace-nowrap before:pointer-events-none before:absolute before:-z-1 before:inset-x-0 before:-top-6 before:h-6 before:bg-linear-to-t before:from-paper before:to-transparent">
      {children}
    </div>
  )
}
