import { Button } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import {
  COMPLAINT_MAX,
  COMPLAINT_REASONS,
  NOTHING_REPORTED,
  REASON_WORDS,
} from '../complaint.rules.ts'
import { type ReportOutcome, sendReport } from './send-report.ts'

/** 'Report this event': a reason and words. */
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
      <Reasons reason={typed.reason} error={faults.reason} />
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

function Reasons({ reason, error }: { reason: string; error: string | undefined }) {
  return (
    <div>
      <label htmlFor="reason" className="font-semibold">
        Reason
      </label>
      <select
        id="reason"
        name="reason"
        required
        defaultValue={reason}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'reason-error' : undefined}
        className="mt-1 block min-h-12 w-full rounded-soft border border-edge bg-white px-4 text-body aria-invalid:border-bad"
      >
        <option value="">Choose a reason</option>
        {COMPLAINT_REASONS.map((one) => (
          <option key={one} value={one}>
            {REASON_WORDS[one]}
          </option>
        ))}
      </select>
      {error && (
        <p id="reason-error" role="alert" className="mt-1 text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
