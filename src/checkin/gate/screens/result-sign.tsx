import type { Tone } from './looks.ts'

/** A shape for each result, for stewards who cannot distinguish the colours. */
const SIGNS: Record<Tone, { frame: string; mark: string }> = {
  in: { frame: 'M32 4a28 28 0 1 1 0 56a28 28 0 1 1 0-56z', mark: 'M19 33l9 9 18-20' },
  alone: { frame: 'M7 7h50v50H7z', mark: 'M19 33l9 9 18-20' },
  before: { frame: 'M32 5L61 57H3z', mark: 'M32 24v16M32 47v2' },
  no: { frame: 'M21 4h22l17 17v22L43 60H21L4 43V21z', mark: 'M22 22l20 20M42 22L22 42' },
  ask: { frame: 'M32 3l29 29-29 29L3 32z', mark: 'M25 26a7 7 0 1 1 9 7c-2 1-2 2-2 5M32 45v1' },
  redeemed: {
    frame: 'M4 12h56v13a7 7 0 0 0 0 14v13H4V39a7 7 0 0 0 0-14z',
    mark: 'M20 33l8 8 16-18',
  },
  day: { frame: 'M6 13h52v45H6z', mark: 'M6 27h52M20 5v14M44 5v14M24 36l16 13M40 36L24 49' },
}

export function ResultSign({ tone }: { tone: Tone }) {
  const { frame, mark } = SIGNS[tone]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 64"
      className="size-28"
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      data-tone={tone}
    >
      <path d={frame} />
      <path d={mark} />
    </svg>
  )
}
