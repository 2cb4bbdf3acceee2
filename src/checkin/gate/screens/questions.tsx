import type { Look } from './looks.ts'
import { Answer, Question } from './question.tsx'
import { ResultSign } from './result-sign.tsx'

type HowManyProps = {
  most: number
  isOut: boolean
  isAddOn: boolean
  onChoose: (people: number) => void
  onCancel: () => void
}

export function AskHowMany({ most, isOut, isAddOn, onChoose, onCancel }: HowManyProps) {
  const title = isOut ? 'How many are leaving?' : 'How many are entering?'
  return (
    <Question title={isAddOn ? 'How many to redeem?' : title} note={`Up to ${most}.`}>
      <HowMany most={most} isAddOn={isAddOn} onChoose={onChoose} />
      <Answer look="quiet" onClick={onCancel}>
        None
      </Answer>
    </Question>
  )
}

type Early = { look: Look; yes: string; onConfirm: () => void; onCancel: () => void }

export function AskTwice({ look, yes, onConfirm, onCancel }: Early) {
  const sign = <ResultSign tone={look.tone} />
  const note = `${look.lines.join(' ')} This phone asks once.`
  return (
    <Question tone={look.tone} sign={sign} title={look.title} note={note}>
      <Answer onClick={onConfirm}>{yes}</Answer>
      <Answer look="quiet" onClick={onCancel}>
        Refuse
      </Answer>
    </Question>
  )
}

function HowMany({ most, isAddOn, onChoose }: Pick<HowManyProps, 'most' | 'isAddOn' | 'onChoose'>) {
  const isEven = most === 2 || most === 4
  const columns = isEven ? 'grid-cols-2' : most <= 9 ? 'grid-cols-3' : 'grid-cols-5'
  return (
    <div className={`grid flex-3 auto-rows-fr gap-2 ${columns}`}>
      {Array.from({ length: most }, (_, n) => n + 1).map((people) => (
        <button
          key={people}
          type="button"
          aria-label={
            isAddOn ? `Redeem ${people}` : `${people} ${people === 1 ? 'person' : 'people'}`
          }
          className="min-h-14 rounded-soft bg-accent text-title font-bold text-on-accent"
          onClick={() => onChoose(people)}
        >
          {people}
        </button>
      ))}
    </div>
  )
}
