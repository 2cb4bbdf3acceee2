import { Button } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import {
  COMPLAINT_MAX,
  COMPLAINT_REASONS,
  NOTHING_REPORTED,
  REASON_LABELS,
} from '../complaint.rules.ts'
import { type ReportOutcome, sendReport } from './send-report.ts'

export function ReportForm({ eventId, posted }: { eventId: string; posted: ReportOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost(posted, (fetchApi, fields) =>
    sendReport(fetchApi, eventId, fields),
  )
  if (outcome && 'sent' in outcome) {
    return (
      <Notice look="good" role="status">
        {outcome.sent}
      </Notice>
    )
  }
  const { typed, faults, problem } = outcome ?? { typed: NOTHING_REPORTED, faults: {} }
  return (
    <form
      {...formProps}
      action={`${PREFIX}/contact/${eventId}`}
      aria-label="Report this event"
      className="flex flex-col gap-4"
    >
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      <SelectField
        label="Reason"
        name="reason"
        required
        defaultValue={typed.reason}
        options={[
          ['', 'Choose a reason'],
          ...COMPLAINT_REASONS.map((one) => [one, REASON_LABELS[one]] as const),
        ]}
        error={faults.reason}
      />
      <TextArea
        label="What is wrong?"
        name="words"
        rows={5}
        required
        maxLength={COMPLAINT_MAX}
        defaultValue={typed.words}
        error={faults.words}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send report'}
      </Button>
    </form>
  )
}
