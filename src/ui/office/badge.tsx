import type { ReactNode } from 'react'

const LOOKS = {
  good: 'bg-good-soft text-good',
  used: 'bg-used-soft text-used',
  bad: 'bg-bad-soft text-bad',
  plain: 'bg-line text-ink',
}

/** A coloured badge with a state. The text alone is sufficient; the colour only supports it. */
export function Badge({ look, children }: { look: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-soft px-2 text-small font-semibold ${LOOKS[look]}`}
    >
      {children}
    </span>
  )
}
