import { BigButton, HowMany } from './gate-parts.tsx'
import type { Look, Tone } from './result-look.ts'
import { ResultSign } from './result-sign.tsx'

export const TONES: Record<Tone, string> = {
  in: 'bg-in text-white',
  alone: 'bg-alone text-white',
  before: 'bg-before text-dark',
  no: 'bg-no text-white',
  ask: 'bg-ground text-ink',
}

type HowManyProps = { most: number; onChoose: (people: number) => void; onCancel: () => void }

/**
 * Shows a result over the whole screen, so that a steward sees it from the corner of the eye. A
 * press anywhere closes it.
 */
export function ResultView({ look, onClose }: { look: Look; onClose: () => void }) {
  return (
    <button
      type="button"
      onClick={onClose}
      className={`fixed inset-0 z-10 flex flex-col items-center justify-center gap-4 p-6 text-center ${TONES[look.tone]}`}
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

const QUESTION = 'fixed inset-0 z-10 flex flex-col justify-end gap-4 bg-ground p-4'

export function AskHowMany({ most, onChoose, onCancel }: HowManyProps) {
  return (
    <section aria-label="How many?" className={QUESTION}>
      <h1 className="text-hero font-bold">How many are entering?</h1>
      <p className="text-lead">Up to {most}.</p>
      <div className="overflow-y-auto">
        <HowMany most={most} onChoose={onChoose} />
      </div>
      <BigButton look="quiet" onClick={onCancel}>
        None
      </BigButton>
    </section>
  )
}

type Early = { look: Look; onConfirm: () => void; onCancel: () => void }

export function AskTwice({ look, onConfirm, onCancel }: Early) {
  return (
    <section aria-label={look.title} className={QUESTION}>
      <ResultSign tone={look.tone} />
      <h1 className="text-hero font-bold">{look.title}</h1>
      <p className="text-lead">{look.lines.join(' ')} This phone asks once.</p>
      <BigButton onClick={onConfirm}>Let in anyway</BigButton>
      <BigButton look="quiet" onClick={onCancel}>
        Refuse
      </BigButton>
    </section>
  )
}
