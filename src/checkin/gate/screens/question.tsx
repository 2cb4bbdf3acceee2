import type { ReactNode } from 'react'
import { BigButton } from './gate-parts.tsx'
import type { Tone } from './looks.ts'
import { TONES } from './result-view.tsx'

type Props = {
  tone?: Tone
  sign?: ReactNode
  title: string
  note?: ReactNode
  /** The answer buttons. They fill the half of the screen that a thumb reaches. */
  children: ReactNode
}

/** The band of a question has a colour that no result has. */
export function Question({ tone = 'ask', sign, title, note, children }: Props) {
  return (
    <section
      aria-label={title}
      className="fixed inset-0 z-10 flex flex-col bg-ground text-ink landscape:flex-row"
    >
      <div
        className={`flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-y-auto p-4 text-center ${TONES[tone]}`}
      >
        {sign}
        <h1 className="text-hero font-bold">{title}</h1>
        {note && <p className="text-lead">{note}</p>}
      </div>
      <div className="flex max-h-4/5 min-h-1/2 shrink-0 flex-col gap-3 overflow-y-auto p-3 landscape:max-h-full landscape:w-1/2">
        {children}
      </div>
    </section>
  )
}

export function Answer(props: Parameters<typeof BigButton>[0]) {
  return <BigButton className="flex-1 text-lead" {...props} />
}
