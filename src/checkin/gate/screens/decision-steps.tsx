import { isAddOnNumber } from '../../../tickets/number.rules.ts'
import { AskHowMany, AskTwice } from './questions.tsx'
import { lookOf } from './result-look.ts'
import { ResultView } from './result-view.tsx'
import type { Deciding } from './use-deciding.ts'

/** Shows the question, the progress or the result of a check-in over the current screen. */
export function DecisionSteps({ deciding }: { deciding: Deciding }) {
  const { step, ask, close } = deciding
  switch (step.kind) {
    case 'how_many':
      return (
        <AskHowMany
          most={step.most}
          isOut={step.wish.kind === 'out'}
          isAddOn={isAddOnNumber(step.shown.payload)}
          onChoose={(admits) => void ask(step.shown, { ...step.wish, admits })}
          onCancel={close}
        />
      )
    case 'twice':
      return (
        <AskTwice
          look={lookOf(step.outcome)}
          yes={isAddOnNumber(step.shown.payload) ? 'Redeem anyway' : 'Let in anyway'}
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
