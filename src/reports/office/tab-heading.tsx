import type { ReactNode } from 'react'

/** The heading of a tab, with buttons that act on the whole tab. */
export function TabHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <h2 className="flex-1 basis-36 py-2 text-lead font-bold tracking-tight">{title}</h2>
      {children}
    </div>
  )
}
