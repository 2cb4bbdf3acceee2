import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { FoundTicket } from '../lookup/lookup.rules.ts'
import { REFERENCE_MAX } from '../reference.rules.ts'
import { type LookupOutcome, lookUpTickets } from './look-up-tickets.ts'
import { useOpenFound } from './use-found-tickets.ts'

export function FindTicketForm({
  posted,
  onFound,
}: {
  posted: LookupOutcome | null
  onFound: (tickets: readonly FoundTicket[]) => void
}) {
  const { outcome, isBusy, formProps } = useFormPost(posted, lookUpTickets)
  useOpenFound(outcome && 'tickets' in outcome ? outcome.tickets : undefined, onFound)
  const failed = outcome && 'reference' in outcome ? outcome : null
  return (
    <form
      {...formProps}
      action={`${PREFIX}/my-ticket`}
      aria-label="Find your ticket"
      className="flex flex-col gap-4"
    >
      {failed?.problem && (
        <Notice look="bad" role="alert">
          {failed.problem}
        </Notice>
      )}
      <Field
        label="M-PESA Reference Number"
        name="reference"
        required
        defaultValue={failed?.reference}
        placeholder="RG56TYHJ8K"
        hint="The reference number can be found in your M-PESA message after successful payment"
        error={failed?.fault}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={REFERENCE_MAX}
        onInput={toUpperCase}
        style={{ textTransform: 'uppercase' }}
      />
      <p className="text-small text-quiet">
        Were your tickets free? Enter the order number from the confirmation page or the email, or
        use your phone number below.
      </p>
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Looking up ticket...' : 'Find Ticket'}
      </Button>
    </form>
  )
}

/** Keeps the position of the caret while the text becomes upper case. */
function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  const upper = input.value.toUpperCase()
  if (upper === input.value) return
  const caret = input.selectionStart
  input.value = upper
  input.setSelectionRange(caret, caret)
}
