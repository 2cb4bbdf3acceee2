import type { ReactNode } from 'react'
import { WholeWords } from './whole-words.tsx'

const LOOKS = {
  bad: 'border-bad bg-bad-soft text-bad',
  used: 'border-used bg-used-soft text-used',
  good: 'border-good bg-good-soft text-good',
  plain: 'border-line bg-paper text-ink',
}

/** An important message. Screen readers announce an `alert` immediately. */
export function Notice({
  look = 'plain',
  role,
  children,
}: {
  look?: keyof typeof LOOKS
  role?: 'alert' | 'status'
  children: ReactNode
}) {
  return (
    <div role={role} tabIndex={-1} className={`rounded-soft border px-4 py-3 ${LOOKS[look]}`}>
      {typeof children === 'string' ? <WholeWords text={children} /> : children}
    </div>
  )
}
