import { useEffect } from 'react'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { CONSENT } from '../newsletter.rules.ts'
import { type NewsletterOutcome, subscribe } from './change-subscription.ts'

/**
 * A form that subscribes without leaving the page. Without script it posts to /newsletter, a page
 * that shows the form with the result.
 */
export function NewsletterForm({
  source,
  posted = null,
}: {
  /** The form's place on the site, such as 'home'; stored with the consent. */
  source: string
  posted?: NewsletterOutcome | null
}) {
  const { outcome, isBusy, form, formProps } = useFormPost(posted, subscribe)
  const failed = outcome && 'problem' in outcome ? outcome : null
  useEffect(() => {
    if (outcome && 'done' in outcome) form.current?.reset()
  }, [outcome, form])
  return (
    <form
      {...formProps}
      action={`${PREFIX}/newsletter`}
      aria-label="Newsletter"
      className="flex flex-col gap-3"
    >
      <input type="hidden" name="source" value={source} />
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field
            label="Email Address"
            name="email"
            type="email"
            required
            autoComplete="email"
            maxLength={EMAIL_MAX}
            defaultValue={failed?.email}
            error={failed?.problem}
          />
        </div>
        <Button type="submit" disabled={isBusy} className="grow sm:mt-7 sm:grow-0">
          {isBusy ? 'Subscribing...' : 'Subscribe'}
        </Button>
      </div>
      {outcome && 'done' in outcome && (
        <Notice look="good" role="status">
          {outcome.done}
        </Notice>
      )}
      <p className="text-small text-quiet">{CONSENT}</p>
    </form>
  )
}
