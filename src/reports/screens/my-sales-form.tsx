import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { OwnSalesList } from './own-sales-list.tsx'
import { requestSales, type SalesOutcome } from './request-sales.ts'

/**
 * A form that requests a phone number, then the code from the SMS, and shows the sales of the
 * phone's owner. Works without script.
 */
export function MySalesForm({ posted }: { posted: SalesOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost(posted, requestSales)
  const { typed, faults = {}, problem, done, sales, isCodeSent } = outcome ?? NOTHING
  return (
    <form
      {...formProps}
      action={`${PREFIX}/my-sales`}
      aria-label="Your sales"
      className="flex flex-col gap-4"
    >
      {sales && <OwnSalesList sales={sales} />}
      {done && (
        <Notice look="good" role="status">
          {done}
        </Notice>
      )}
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      {!sales && (
        <>
          <input type="hidden" name="step" value={isCodeSent ? 'code' : 'phone'} />
          <Field
            label="Phone number"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            readOnly={isCodeSent}
            defaultValue={typed.phone}
            error={faults.phone}
          />
          {isCodeSent && (
            <Field
              label="Code from the SMS"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              defaultValue={typed.code}
              error={faults.code}
            />
          )}
          <Button type="submit" disabled={isBusy}>
            {isCodeSent ? 'Show my sales' : 'Send code'}
          </Button>
        </>
      )}
      {isCodeSent && (
        // A plain link reloads the page, with an empty form.
        <a className={LONE_LINK} href={`${PREFIX}/my-sales`}>
          Use another number
        </a>
      )}
    </form>
  )
}

const NOTHING: Omit<SalesOutcome, 'status'> = {
  typed: { phone: '', code: '' },
  isCodeSent: false,
}
