import { PhoneCodeForm } from '../../messages/screens/phone-code-form.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { FoundTicket } from '../lookup/lookup.rules.ts'
import { type PhoneOutcome, requestTickets } from './request-tickets.ts'
import { useOpenFound } from './use-found-tickets.ts'

/** Finds the tickets of a phone's owner, who proves the phone with a code. */
export function FindByPhoneForm({
  posted,
  onFound,
}: {
  posted: PhoneOutcome | null
  onFound: (tickets: readonly FoundTicket[]) => void
}) {
  const post = useFormPost(posted, requestTickets)
  useOpenFound(post.outcome?.tickets, onFound)
  return (
    <PhoneCodeForm
      post={post}
      page="/my-ticket/phone"
      label="Find your tickets by phone number"
      text="Show my tickets"
      result={null}
    />
  )
}
