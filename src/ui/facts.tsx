import type { ReactNode } from 'react'

const PATHS = {
  place:
    'M12 21s-7-6.2-7-11a7 7 0 0 1 14 0c0 4.800-7 11-7 11zm0-8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  organizer: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20a6.500 6.500 0 0 1 13 0M16 4.500a3.500 3.500 0 0 1 0 6M18 14.500a6 6 0 0 1 3.500 5.500',
}

export function Fact({ icon, children }: { icon: keyof typeof PATHS; children: ReactNode }) {
  return (
    <p className="flex gap-2">
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        className="mt-0.5 shrink-0 fill-none stroke-current stroke-[1.6]"
        aria-hidden="true"
      >
        <path d={PATHS[icon]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span className="min-w-0">{children}</span>
    </p>
  )
}
