import { AskHowMany, AskTwice } from './questions.tsx'
import { lookOf } from './result-look.ts'
import { ResultView } from './result-view.tsx'
import type { Deciding } from './use-deciding.ts'

/** Question, progress and result, over the current screen. */
export function DecisionSteps({ deciding }: { deciding: Deciding }) {
  const { step, ask, close } = deciding
  switch (step.kind) {
    case 'how_many':
      return (
        <AskHowMany
          most={step.most}
          isOut={step.wish.kind === 'out'}
          onChoose={(admits) => void ask(step.shown, { ...step.wish, admits })}
          onCancel={close}
        />
      )
    case 'twice':
      return (
        <AskTwice
          look={lookOf(step.outcome)}
          onConfirm={() => void ask(step.shown, { ...step.wish, confirmed: true })}
          onCancel={close}
        />
      )
    case 'result':
      return <ResultView look={lookOf(step.outcome)} onClose={close} />
    default:
      return null
  }
}
