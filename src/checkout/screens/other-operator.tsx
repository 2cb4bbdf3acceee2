import { OTHER_OPERATOR, WARNED_PHONE_FIELD } from '../../payments/prompts/operator.rules.ts'
import { Notice } from '../../ui/notice.tsx'

/**
 * Warns that the number belongs to another operator. The hidden field tells the server, in a post
 * without script, that this number's warning was shown, so that it is not shown a second time.
 */
export function OtherOperator({ phone, note = OTHER_OPERATOR }: { phone: string; note?: string }) {
  return (
    <Notice look="used" role="status">
      <span>{note}</span>
      <input type="hidden" name={WARNED_PHONE_FIELD} value={phone} />
    </Notice>
  )
}
