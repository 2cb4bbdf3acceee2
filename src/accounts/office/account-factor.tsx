// The second factor on the account page.
import { useState } from 'react'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { FactorState, RecoveryCodesReply, SetupReply } from '../accounts.contract.ts'
import { NO_CODE, NO_PASSWORD, NOT_SENT } from '../entrance.rules.ts'
import { type FormOutcome, FormProblem } from './entrance.tsx'
import { FACTOR_PATH, useFactorState } from './factor-due.tsx'
import { CodeField, FactorSecret, RecoveryCodes } from './second-factor.tsx'
import { sendCode } from './second-step.tsx'
import { enterSession, sessionFetch } from './session.ts'

type Step =
  | { is: 'shown'; said?: string }
  | { is: 'password' }
  | { is: 'setup'; setup: SetupReply }
  | { is: 'code'; for: 'recovery_codes' | 'off' }
  | { is: 'codes'; codes: string[] }

/** Switches the second factor on and off, moves it to another phone, and makes recovery codes. */
export function SecondFactor({ email }: { email: string }) {
  const [step, setStep] = useState<Step>({ is: 'shown' })
  const { data: state, reload } = useFactorState()
  const finish = (said?: string) => {
    setStep({ is: 'shown', said })
    reload()
  }
  if (!state) return null
  return (
    <FormSection title="Two-step sign-in">
      {step.is === 'shown' && <Shown state={state} said={step.said} onStep={setStep} />}
      {step.is === 'password' && <PasswordStep email={email} isOn={state.is_on} onStep={setStep} />}
      {step.is === 'setup' && <SetupStep setup={step.setup} onStep={setStep} />}
      {step.is === 'code' && <CodeStep purpose={step.for} onStep={setStep} onDone={finish} />}
      {step.is === 'codes' && (
        <RecoveryCodes codes={step.codes} done="Done" onDone={() => finish()} />
      )}
    </FormSection>
  )
}

type StepProps = { onStep: (step: Step) => void }

function Shown({
  state,
  said,
  onStep,
}: StepProps & { state: FactorState; said: string | undefined }) {
  const { is_on: isOn, is_required: isRequired, recovery_codes: left } = state
  return (
    <>
      {said && (
        <Notice look="good" role="status">
          {said}
        </Notice>
      )}
      {isOn ? (
        <p>
          On. Signing in needs your password and a code from your app.{' '}
          {left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`}
        </p>
      ) : (
        <p>
          Off. If you switch it on, signing in needs your password and a code from an app on your
          phone.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => onStep({ is: 'password' })}>
          {isOn ? 'Move to Another Phone' : 'Switch On'}
        </Button>
        {isOn && (
          <Button look="quiet" onClick={() => onStep({ is: 'code', for: 'recovery_codes' })}>
            New Recovery Codes
          </Button>
        )}
        {isOn && !isRequired && (
          <Button look="quiet" onClick={() => onStep({ is: 'code', for: 'off' })}>
            Switch Off
          </Button>
        )}
      </div>
    </>
  )
}

function Buttons({ isBusy, submit, onStep }: StepProps & { isBusy: boolean; submit: string }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking...' : submit}
      </Button>
      <Button look="quiet" onClick={() => onStep({ is: 'shown' })}>
        Go back
      </Button>
    </div>
  )
}

function PasswordStep({ email, isOn, onStep }: StepProps & { email: string; isOn: boolean }) {
  const { outcome, isBusy, formProps } = useFormPost<FormOutcome | null>(
    null,
    async (_, fields) => {
      const typed = {
        password: String(fields.get('password') ?? ''),
        ...(isOn && { code: String(fields.get('code') ?? '').trim() }),
      }
      const faults = {
        password: typed.password ? undefined : NO_PASSWORD,
        code: typed.code === '' ? NO_CODE : undefined,
      }
      if (faults.password ?? faults.code) return { faults }
      const answer = await callApi<SetupReply>(
        sessionFetch,
        `${FACTOR_PATH}/setup`,
        jsonPost(typed),
      )
      if (!answer.ok) return outcomeOf(answer)
      onStep({ is: 'setup', setup: answer.data })
      return null
    },
  )
  return (
    <form {...formProps} aria-label="Set up two-step sign-in" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      {/* The account whose password a password manager fills into the field. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field
        label="Your password"
        name="password"
        type="password"
        required
        maxLength={200}
        autoComplete="current-password"
        error={outcome?.faults?.password ?? null}
      />
      {isOn && <CodeField error={outcome?.faults?.code} kind="either" />}
      <Buttons isBusy={isBusy} submit="Continue" onStep={onStep} />
    </form>
  )
}

function outcomeOf(answer: Parameters<typeof problemText>[0]): FormOutcome {
  if (answer.field) return { faults: { [answer.field]: answer.error } }
  return { problem: problemText(answer, NOT_SENT) }
}

function SetupStep({ setup, onStep }: StepProps & { setup: SetupReply }) {
  const { outcome, isBusy, formProps } = useFormPost<FormOutcome | null>(
    null,
    async (_, fields) => {
      const { opened, ended, ...rest } = await sendCode(setup.challenge_id, fields)
      if (ended)
        return { problem: 'This took longer than ten minutes. Press Cancel and start again.' }
      if (!opened) return rest
      enterSession(opened)
      onStep({ is: 'codes', codes: opened.recovery_codes ?? [] })
      return null
    },
  )
  return (
    <form {...formProps} aria-label="Confirm two-step sign-in" className="flex flex-col gap-4">
      <p>
        Scan this with an authenticator app on your phone, then enter the code that the app shows.
      </p>
      <FactorSecret setup={setup} />
      <FormProblem outcome={outcome} />
      <CodeField error={outcome?.faults?.code} />
      <p className="text-small text-quiet">This signs out all your other devices.</p>
      <Buttons isBusy={isBusy} submit="Switch On" onStep={onStep} />
    </form>
  )
}

function CodeStep({
  purpose,
  onStep,
  onDone,
}: StepProps & { purpose: 'recovery_codes' | 'off'; onDone: (said: string) => void }) {
  const { outcome, isBusy, formProps } = useFormPost<FormOutcome | null>(
    null,
    async (_, fields) => {
      const code = String(fields.get('code') ?? '').trim()
      if (!code) return { faults: { code: NO_CODE } }
      const path = `${FACTOR_PATH}/${purpose}`
      const answer = await callApi<Partial<RecoveryCodesReply>>(
        sessionFetch,
        path,
        jsonPost({ code }),
      )
      if (!answer.ok) return outcomeOf(answer)
      const { recovery_codes: codes } = answer.data
      if (codes) onStep({ is: 'codes', codes })
      else onDone('Two-step sign-in is switched off.')
      return null
    },
  )
  const isOff = purpose === 'off'
  return (
    <form
      {...formProps}
      aria-label={isOff ? 'Switch two-step sign-in off' : 'New recovery codes'}
      className="flex flex-col gap-4"
    >
      <p>
        {isOff
          ? 'Your password alone will sign you in.'
          : 'Your earlier recovery codes will no longer work.'}
      </p>
      <FormProblem outcome={outcome} />
      <CodeField error={outcome?.faults?.code} kind="either" />
      <Buttons isBusy={isBusy} submit={isOff ? 'Switch Off' : 'Make Codes'} onStep={onStep} />
    </form>
  )
}
