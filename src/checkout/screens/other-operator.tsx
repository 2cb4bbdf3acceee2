import { OTHER_OPERATOR, WARNED_PHONE_FIELD } from '../../payments/prompts/operator.rules.ts'
import { Notice } from '../../ui/notice.tsx'

/** Beside the number that it is about; a form that is sent without script says that it was told. */
export function OtherOperator({ phone }: { phone: string }) {
  return (
    <Notice look="used" role="status">
      {OTHER_OPERATOR}
      <input type="hidden" name={WARNED_PHONE_FIELD} value={phone} />
    </Notice>
  )
}
