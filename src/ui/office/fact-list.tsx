import type { ReactNode } from 'react'

/** A part of a card below its own small heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 font-bold">{title}</h3>
      {children}
    </div>
  )
}

/** Facts with their names, one below another: each child is a `FactLine`. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-2 wrap-anywhere">{children}</dl>
}

export function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
