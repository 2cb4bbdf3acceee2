import { OTHER_OPERATOR, WARNED_PHONE_FIELD } from '../../payments/prompts/operator.rules.ts'
import { Notice } from '../../ui/notice.tsx'

/**
 * Warns that the number belongs to another operator. A form sent without script carries the number,
 * so that the server does not warn a second time.
 */
export function OtherOperator({
  phone,
  words = OTHER_OPERATOR,
}: {
  phone: string
  words?: string
}) {
  return (
    <Notice look="used" role="status">
      <span>{words}</span>
      <input type="hidden" name={WARNED_PHONE_FIELD} value={phone} />
    </Notice>
  )
}
