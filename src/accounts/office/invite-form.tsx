import { useState } from 'react'
import type { TeamRole } from '../../platform/http/platform.contract.ts'
import { hasRight } from '../../platform/http/rights.rules.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { NOT_SENT } from '../entrance.rules.ts'
import type { InvitationReply } from '../team/team.contract.ts'
import { ROLE_HINTS, ROLE_OPTIONS } from '../team/team.rules.ts'
import { type FormOutcome, FormProblem } from './entrance.tsx'
import { sessionFetch } from './session.ts'

type Props = {
  organizerId: string
  events: readonly { id: string; title: string }[]
  /** Whether the organizer has no second factor, and needs one once a member may approve payouts. */
  lacksFactor: boolean
  /** Called with the invited email address or phone number. */
  onInvited: (to: string) => void
}

const NEEDS_FACTOR =
  'When this person joins, both of you need two-step sign-in. Switch yours on first, under Account.'

/** Invites a person by email address or phone number. */
export function InviteForm({ organizerId, events, lacksFactor, onInvited }: Props) {
  const [role, setRole] = useState<TeamRole>('promoter')
  const { outcome, isBusy, form, formProps } = useFormPost<FormOutcome | null>(
    null,
    async (_, fields) => {
      const text = (name: string) => String(fields.get(name) ?? '').trim()
      const to = text('to')
      const recipient = to.includes('@') || !/\d/.test(to) ? { email: to } : { phone: to }
      const path = `/api/organizations/${organizerId}/members`
      const request = { ...recipient, role, event_id: text('event_id') || null }
      const answer = await callApi<InvitationReply>(sessionFetch, path, jsonPost(request))
      if (!answer.ok) {
        const isRecipient = answer.field === 'email' || answer.field === 'phone'
        return isRecipient
          ? { faults: { to: answer.error } }
          : { problem: problemText(answer, NOT_SENT) }
      }
      form.current?.reset()
      onInvited(answer.data.to)
      return null
    },
  )
  return (
    <FormSection title="Invite">
      <form {...formProps} aria-label="Invite" className="flex flex-col gap-4">
        <FormProblem outcome={outcome} />
        <Field
          label="Email or phone number"
          name="to"
          required
          maxLength={EMAIL_MAX}
          autoComplete="off"
          hint="We send a link that works for 7 days."
          error={outcome?.faults?.to}
        />
        <SelectField
          label="Role"
          options={ROLE_OPTIONS}
          value={role}
          onChange={(event) => setRole(event.target.value as TeamRole)}
          hint={`${ROLE_HINTS[role]}${lacksFactor && hasRight(role, 'money') ? ` ${NEEDS_FACTOR}` : ''}`}
        />
        <SelectField
          label="Events"
          name="event_id"
          options={[
            ['', 'All current and future events'],
            ...events.map(({ id, title }) => [id, title] as const),
          ]}
        />
        <div>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? 'Sending...' : 'Send Invitation'}
          </Button>
        </div>
      </form>
    </FormSection>
  )
}
