import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { NOTHING_TYPED } from '../contact.rules.ts'
import { type ContactOutcome, sendContact } from './send-contact.ts'

export function ContactForm({ posted }: { posted: ContactOutcome | null }) {
  const { outcome, isBusy, form, formProps } = useFormPost(posted, sendContact)
  const failed = outcome && 'faults' in outcome ? outcome : null
  const sent = outcome && 'sent' in outcome ? outcome.sent : null
  useEffect(() => {
    if (outcome && 'sent' in outcome) form.current?.reset()
  }, [outcome, form])
  const typed = failed?.typed ?? NOTHING_TYPED
  const faults = failed?.faults ?? {}
  return (
    <form
      {...formProps}
      action={`${PREFIX}/contact`}
      aria-label="Contact"
      className="flex flex-col gap-4"
    >
      {sent && (
        <Notice look="good" role="status">
          {sent}
        </Notice>
      )}
      {failed?.problem && (
        <Notice look="bad" role="alert">
          {failed.problem}
        </Notice>
      )}
      <Field
        label="Your Name"
        name="name"
        required
        autoComplete="name"
        defaultValue={typed.name}
        error={faults.name}
      />
      <Field
        label="Email Address"
        name="email"
        type="email"
        required
        autoComplete="email"
        defaultValue={typed.email}
        error={faults.email}
      />
      <Field
        label="Subject"
        name="subject"
        required
        defaultValue={typed.subject}
        error={faults.subject}
      />
      <TextArea
        label="Message"
        name="message"
        rows={6}
        required
        defaultValue={typed.message}
        error={faults.message}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}
