import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'

export function NoEvents({
  text,
  way,
  children,
}: {
  text: string
  way?: { to: string; label: string }
  children?: ReactNode
}) {
  return (
    <div className="rounded-card border border-line bg-paper px-4 py-12 text-center">
      <h2 className="text-lead font-bold tracking-tight">No events found</h2>
      <p className="mx-auto mt-2 max-w-[520px] text-quiet">{text}</p>
      {children && <div className="mt-6">{children}</div>}
      {way && (
        <ButtonLink to={way.to} look="quiet" className="mt-6">
          {way.label}
        </ButtonLink>
      )}
    </div>
  )
}
