import type { ReactNode } from 'react'

/**
 * The buttons of a dialog. They stay in view while its content scrolls below them, and content that
 * goes on below them fades out.
 */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mb-6 mt-6 flex flex-wrap justify-end gap-3 bg-paper pb-6 before:pointer-events-none before:absolute before:inset-x-0 before:-top-6 before:h-6 before:bg-linear-to-t before:from-paper before:to-transparent">
      {children}
    </div>
  )
}
