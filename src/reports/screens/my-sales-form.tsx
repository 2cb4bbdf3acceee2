import { PhoneCodeForm } from '../../messages/screens/phone-code-form.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { OwnSalesList } from './own-sales-list.tsx'
import { requestSales, type SalesOutcome } from './request-sales.ts'

/** Shows the sales of a phone's owner, who proves the phone with a code. */
export function MySalesForm({ posted }: { posted: SalesOutcome | null }) {
  const post = useFormPost(posted, requestSales)
  const sales = post.outcome?.reply?.data
  return (
    <PhoneCodeForm
      post={post}
      page="/my-sales"
      label="Your sales"
      text="Show my sales"
      result={sales && <OwnSalesList sales={sales} />}
      isOver={sales !== undefined}
    />
  )
}
