import type { ButtonHTMLAttributes, ReactNode } from 'react'

const SHAPE =
  'flex min-h-14 w-full items-center justify-center rounded-soft px-4 py-3 text-center text-body font-semibold'
const LOUD = `${SHAPE} bg-accent text-on-accent disabled:bg-line disabled:text-ink`
const QUIET = `${SHAPE} border-2 border-edge bg-ground text-ink disabled:text-quiet`

type Props = { look?: 'loud' | 'quiet' } & ButtonHTMLAttributes<HTMLButtonElement>

/** A button of full width, because stewards press it with a thumb in a crowd. */
export function BigButton({ look, className = '', ...rest }: Props) {
  return (
    <button type="button" className={`${look === 'quiet' ? QUIET : LOUD} ${className}`} {...rest} />
  )
}

export const INPUT =
  'min-h-14 w-full rounded-soft border-2 border-edge bg-ground px-4 text-lead text-ink'

export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex flex-1 flex-col gap-4 overflow-y-auto px-[max(16px,50%-288px)] py-4">
      <h1 className="text-title font-bold">{title}</h1>
      {children}
    </main>
  )
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-soft border-2 border-edge bg-paper p-4">
      {children}
    </p>
  )
}

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-soft bg-no p-4 font-semibold text-white">
      {children}
    </p>
  )
}
