import { LONE_LINK } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ALL_TAKEN } from '../choice.rules.ts'

/** The notice above the ticket choice while unpaid orders hold all tickets. */
export function AllTaken({ onContinue }: { onContinue: (() => void) | null }) {
  return (
    <div className="mb-3">
      <Notice look="used" role="status">
        <p>{ALL_TAKEN}</p>
        {onContinue && (
          <button type="button" className={LONE_LINK} onClick={onContinue}>
            Continue your order
          </button>
        )}
      </Notice>
    </div>
  )
}
