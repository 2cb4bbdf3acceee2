// The second step of a sign-in.
import { useEffect, useState } from 'react'
import { problemText } from '../../ui/api.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { FactorReply, SignInRefusal } from '../accounts.contract.ts'
import { NO_CODE, NOT_SENT } from '../entrance.rules.ts'
import { type FormOutcome, FormProblem } from './entrance.tsx'
import { CodeField, FactorSecret, type FactorSetup, RecoveryCodes } from './second-factor.tsx'
import { answerChallenge, enterSession } from './session.ts'

export type SignInChallenge = { challenge_id: string; setup?: FactorSetup }

/** The second step of a sign-in that was refused because it needs a code; otherwise undefined. */
export function challengeOf(refusal: SignInRefusal | undefined): SignInChallenge | undefined {
  const { challenge_id, setup } = refusal ?? {}
  return challenge_id ? { challenge_id, ...(setup && { setup }) } : undefined
}

type StepOutcome = FormOutcome & { opened?: FactorReply; ended?: string }

/** Sends a code. The caller opens the session. */
export async function sendCode(challengeId: string, fields: FormData): Promise<StepOutcome> {
  const code = String(fields.get('code') ?? '').trim()
  if (!code) return { faults: { code: NO_CODE } }
  const answer = await answerChallenge(challengeId, code)
  if (answer.ok) return { opened: answer.data }
  if (answer.field === 'code') return { faults: { code: answer.error } }
  if (answer.code === 'challenge_ended') return { ended: answer.error }
  return { problem: problemText(answer, NOT_SENT) }
}

/** Asks for a code, or sets up the second factor that the account needs. */
export function SecondStep({
  challenge: { challenge_id, setup },
  onEnded,
}: {
  challenge: SignInChallenge
  /** Called with the reason if the password must be entered again. */
  onEnded: (reason: string) => void
}) {
  const [isRecovery, setIsRecovery] = useState(false)
  const [opened, setOpened] = useState<FactorReply | null>(null)
  const { outcome, isBusy, form, formProps } = useFormPost<StepOutcome | null>(
    null,
    async (_fetchApi, fields) => {
      const result = await sendCode(challenge_id, fields)
      if (result.ended) onEnded(result.ended)
      else if (result.opened?.recovery_codes) setOpened(result.opened)
      else if (result.opened) enterSession(result.opened)
      return result
    },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves when the form is shown
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(setup ? 'h2' : 'input')?.focus()
  }, [])
  if (opened?.recovery_codes) {
    const { recovery_codes: codes } = opened
    return <RecoveryCodes codes={codes} done="Continue" onDone={() => enterSession(opened)} />
  }
  return (
    <form {...formProps} aria-label="Two-step sign-in" className="flex flex-col gap-4">
      <h2 tabIndex={-1} className="text-lead font-bold">
        {setup ? 'Set up two-step sign-in' : 'Enter your code'}
      </h2>
      {setup && (
        <>
          <p>
            Admins sign in with their password and a code. Scan this with an authenticator app on
            your phone, then enter the code that the app shows.
          </p>
          <FactorSecret setup={setup} />
        </>
      )}
      <FormProblem outcome={outcome} />
      <CodeField error={outcome?.faults?.code} kind={isRecovery ? 'recovery' : 'app'} />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        {!setup && (
          <button type="button" className={LONE_LINK} onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? 'Use your app instead' : 'Use a recovery code instead'}
          </button>
        )}
        <button type="button" className={LONE_LINK} onClick={() => onEnded('')}>
          Back to sign in
        </button>
      </div>
    </form>
  )
}
