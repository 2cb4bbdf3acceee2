import { OTHER_OPERATOR } from '../../payments/prompts/operator.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { TOLD_OF } from '../told-of.rules.ts'

/** Beside the number that it is about; a form that is sent without script says that it was told. */
export function OtherOperator({ phone }: { phone: string }) {
  return (
    <Notice look="used" role="status">
      {OTHER_OPERATOR}
      <input type="hidden" name={TOLD_OF} value={phone} />
    </Notice>
  )
}
