import type { ReactNode } from 'react'

/** Heading, a line under it, and what is to be done. */
export function EntranceCard({
  heading,
  subtitle,
  children,
  foot,
}: {
  heading: string
  subtitle: string
  children: ReactNode
  /** Other ways from here. */
  foot?: ReactNode
}) {
  return (
    <>
      <div className="text-center">
        <h1 className="text-title font-bold tracking-tight">{heading}</h1>
        <p className="mt-2 text-quiet">{subtitle}</p>
      </div>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-8">
        <noscript>
          <p className="mb-4 font-semibold">This page needs JavaScript.</p>
        </noscript>
        {children}
      </div>
      {foot && <div className="mt-4 flex flex-col items-center text-small text-quiet">{foot}</div>}
    </>
  )
}
