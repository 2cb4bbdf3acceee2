import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { type DataOutcome, requestData } from './request-data.ts'

/**
 * A form that requests a phone number, then the code from the SMS and the choice between a copy and
 * an erasure. Works without script.
 */
export function MyDataForm({ posted }: { posted: DataOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost(posted, requestData)
  const { typed, faults = {}, problem, done, copy, isCodeSent } = outcome ?? NOTHING
  return (
    <form
      {...formProps}
      action={`${PREFIX}/my-data`}
      aria-label="Your data"
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
      {copy && <Copy copy={copy} />}
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
          <SelectField
            label="What would you like?"
            name="wish"
            defaultValue={typed.wish}
            options={[
              ['copy', 'A copy of my data'],
              ['erase', 'Erase my data'],
            ]}
            hint="An erasure can't be undone, and your old orders can no longer be found."
          />
        </>
      )}
      <Button type="submit" disabled={isBusy}>
        {isCodeSent ? 'Continue' : 'Send code'}
      </Button>
      {isCodeSent && (
        // A plain link reloads the page, with an empty form.
        <a className={LONE_LINK} href={`${PREFIX}/my-data`}>
          Use another number
        </a>
      )}
    </form>
  )
}

const NOTHING: Omit<DataOutcome, 'status'> = {
  typed: { phone: '', code: '', wish: 'copy' },
  isCodeSent: false,
}

/** A link that saves the copy as a file, without another request. */
function Copy({ copy }: { copy: object }) {
  const text = JSON.stringify(copy, null, 2)
  return (
    <Notice look="good" role="status">
      <p>Your copy is ready.</p>
      <a
        className={LONE_LINK}
        download="lango-data.json"
        href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
      >
        Download the file
      </a>
    </Notice>
  )
}
