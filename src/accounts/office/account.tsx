// The page on which users see their account.
import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { NO_PASSWORD, NOT_SENT, PASSWORDS_DIFFER, passwordFault } from '../entrance.rules.ts'
import { type FormOutcome, FormProblem, NewPassword } from './entrance.tsx'
import { sessionFetch } from './session.ts'

type PasswordOutcome = FormOutcome & { done?: string }

async function sendPassword(fields: FormData): Promise<PasswordOutcome> {
  const text = (name: string) => String(fields.get(name) ?? '')
  const typed = { old_password: text('old_password'), password: text('password') }
  const faults = {
    old_password: typed.old_password ? undefined : NO_PASSWORD,
    password: passwordFault(typed.password),
    confirm: typed.password === text('confirm') ? undefined : PASSWORDS_DIFFER,
  }
  if (Object.values(faults).some(Boolean)) return { faults }
  const answer = await callApi<MessageReply>(sessionFetch, '/api/auth/password', jsonPost(typed))
  if (answer.ok) return { done: answer.data.message }
  if (answer.field && answer.field in typed) return { faults: { [answer.field]: answer.error } }
  return { problem: problemText(answer, NOT_SENT) }
}

/** Changes the password of the signed-in account. Requires the current password. */
export function ChangePasswordForm({ email }: { email: string }) {
  const { outcome, isBusy, form, formProps } = useFormPost<PasswordOutcome | null>(
    null,
    async (_, fields) => {
      const result = await sendPassword(fields)
      if (result.done) form.current?.reset()
      return result
    },
  )
  const faults = outcome?.faults ?? {}
  return (
    <FormSection title="Change Password">
      <form {...formProps} aria-label="Change password" className="flex flex-col gap-4">
        <FormProblem outcome={outcome} />
        {outcome?.done && (
          <Notice look="good" role="status">
            {outcome.done}
          </Notice>
        )}
        {/* The account that password managers store the password for. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label="Current password"
          name="old_password"
          type="password"
          required
          maxLength={200}
          autoComplete="current-password"
          error={faults.old_password}
        />
        <NewPassword faults={faults} label="New password" />
        <p className="text-small text-quiet">This signs out all your other devices.</p>
        <div>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? 'Saving...' : 'Change Password'}
          </Button>
        </div>
      </form>
    </FormSection>
  )
}
