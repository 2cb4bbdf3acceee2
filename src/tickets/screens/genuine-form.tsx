import { Button } from '../../ui/button.tsx'
import { formatShortDate, formatShortSpan, formatTime } from '../../ui/dates.rules.ts'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { GenuineReply } from '../lookup/genuine.contract.ts'
import { genuineText } from '../lookup/genuine.rules.ts'
import { REFERENCE_MAX } from '../reference.rules.ts'
import { checkGenuine, type GenuineOutcome } from './check-genuine.ts'

const LOOKS = { valid: 'good', used: 'used', transferred: 'bad', void: 'bad' } as const

export function GenuineForm({ posted }: { posted: GenuineOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost(posted, checkGenuine)
  return (
    <form
      {...formProps}
      action={`${PREFIX}/genuine`}
      aria-label="Check a ticket"
      className="flex flex-col gap-4"
    >
      {outcome?.problem && (
        <Notice look="bad" role="alert">
          {outcome.problem}
        </Notice>
      )}
      {outcome?.answer && <Answer answer={outcome.answer} />}
      <Field
        label="Ticket number"
        name="number"
        required
        defaultValue={outcome?.typed}
        hint="16 letters and numbers, below the QR code and in the SMS. Spaces are fine."
        error={outcome?.fault}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={REFERENCE_MAX}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking ticket...' : 'Check Ticket'}
      </Button>
    </form>
  )
}

function Answer({ answer }: { answer: GenuineReply | 'unknown' }) {
  const status = answer === 'unknown' ? answer : answer.status
  const { heading, text } = genuineText(answer)
  return (
    <Notice look={status === 'unknown' ? 'bad' : LOOKS[status]} role="status">
      <strong>{heading}</strong>
      {answer !== 'unknown' && (
        <span className="block font-semibold">
          {answer.event}: {answer.ticket_type}
          {answer.date && answer.time && (
            <span className="block">
              {answer.last_date
                ? formatShortSpan(answer.date, answer.last_date)
                : `${formatShortDate(answer.date)} · ${formatTime(answer.time)}`}
            </span>
          )}
        </span>
      )}
      <span className="block">{text}</span>
    </Notice>
  )
}
