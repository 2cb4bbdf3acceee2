import { Button, ButtonLink } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { UNSUBSCRIBED } from '../newsletter.rules.ts'
import type { SubscriptionReply } from '../site.contract.ts'
import { type UnsubscribeOutcome, unsubscribe } from './change-subscription.ts'

/**
 * Unsubscribes when the button is pressed, not when the page opens, because mail programs open
 * links automatically.
 */
export function UnsubscribeForm({
  subscription,
  token,
  posted,
}: {
  /** Null if the subscription could not be read. */
  subscription: SubscriptionReply | null
  token: string
  posted: UnsubscribeOutcome | null
}) {
  const { outcome, isBusy, formProps } = useFormPost(posted, unsubscribe)
  const problem = outcome && 'problem' in outcome ? outcome.problem : null
  const isDone = subscription?.subscribed === false || outcome?.status === 200
  const address = subscription?.email ?? 'your address'
  return (
    <form
      {...formProps}
      action={`${PREFIX}/newsletter/unsubscribe`}
      aria-label="Unsubscribe"
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="token" value={token} />
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      {isDone ? (
        <>
          <Notice look="good" role="status">
            {UNSUBSCRIBED}
          </Notice>
          <p>
            We won't send newsletters to {address} any more. You'll still get messages about tickets
            that you buy.
          </p>
          <ButtonLink to="/" look="quiet">
            Back to Home
          </ButtonLink>
        </>
      ) : (
        <>
          <p>Stop sending newsletters to {address}?</p>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? 'Unsubscribing...' : 'Unsubscribe'}
          </Button>
        </>
      )}
    </form>
  )
}
