import type { Look, Tone } from './looks.ts'
import { ResultSign } from './result-sign.tsx'

export const TONES: Record<Tone, string> = {
  in: 'bg-in text-white',
  alone: 'bg-alone text-white',
  before: 'bg-before text-dark',
  no: 'bg-no text-white',
  ask: 'bg-ask text-white',
  redeemed: 'bg-redeemed text-dark',
  day: 'bg-day text-dark',
}

/** A laptop at a gate is farther from the eyes than a phone in the hand. */
const LARGE = '[@media(min-width:1024px)_and_(min-height:700px)]:[zoom:2]'

/** Fills the screen, so that a steward notices the result without looking directly. */
export function ResultView({ look, onClose }: { look: Look; onClose: () => void }) {
  return (
    <button
      type="button"
      onClick={onClose}
      className={`fixed inset-0 z-10 flex flex-col items-center justify-center gap-4 p-6 text-center ${LARGE} ${TONES[look.tone]}`}
    >
      <ResultSign tone={look.tone} />
      <span role="alert" className="flex flex-col gap-2">
        <strong className="text-hero font-bold">{look.title}</strong>
        {look.lines.map((line) => (
          <span key={line} className="text-lead font-semibold">
            {line}
          </span>
        ))}
      </span>
    </button>
  )
}
