import { type ReactNode, useId } from 'react'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import type { useFormPost } from '../../ui/use-form-post.ts'
import type { CodeOutcome } from './ask-by-code.ts'

type PhoneCodeFormProps = {
  post: Omit<ReturnType<typeof useFormPost<CodeOutcome<unknown>>>, 'form'>
  /** The path of the page with the form, without the prefix of the language. */
  page: string
  label: string
  /** The words of the button once a code was sent. */
  text: string
  /** Shown after the visitor entered the right code. */
  result: ReactNode
  /** True if the result replaces the fields. */
  isOver?: boolean
  /** Fields that the server needs together with the code. */
  children?: ReactNode
}

/** A form that asks for a phone number, then for the code from the SMS. Works without script. */
export function PhoneCodeForm({
  post: { outcome, isBusy, formProps },
  page,
  label,
  text,
  result,
  isOver = false,
  children,
}: PhoneCodeFormProps) {
  const { typed, faults = {}, problem, done, isCodeSent } = outcome ?? NOTHING
  const again = useId()
  return (
    <>
      <form
        {...formProps}
        action={PREFIX + page}
        aria-label={label}
        className="flex flex-col gap-4"
      >
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
        {result}
        {!isOver && (
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
              <>
                <Field
                  label="Code from the SMS"
                  name="code"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  defaultValue={typed.code}
                  error={faults.code}
                />
                {children}
              </>
            )}
            <Button type="submit" disabled={isBusy}>
              {isCodeSent ? text : 'Send code'}
            </Button>
          </>
        )}
        {isCodeSent && (
          <div className="flex flex-wrap justify-between gap-x-4">
            {!isOver && (
              <button type="submit" form={again} disabled={isBusy} className={LONE_LINK}>
                Send the code again
              </button>
            )}
            {/* A plain link reloads the page, with an empty form. */}
            <a className={LONE_LINK} href={PREFIX + page}>
              Use another number
            </a>
          </div>
        )}
      </form>
      {/* Without the field for the code, so that a code need not be typed. */}
      {isCodeSent && !isOver && (
        <form hidden id={again} {...formProps} ref={null} action={PREFIX + page}>
          <input type="hidden" name="step" value="again" />
          <input type="hidden" name="phone" value={typed.phone} />
        </form>
      )}
    </>
  )
}

const NOTHING: Omit<CodeOutcome<unknown>, 'status'> = {
  typed: { phone: '', code: '' },
  isCodeSent: false,
}
