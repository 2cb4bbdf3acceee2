import { PhoneCodeForm } from '../../messages/screens/phone-code-form.tsx'
import { LONE_LINK } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { type DataOutcome, requestData } from './request-data.ts'

/** Offers a copy and an erasure to a phone's owner, who proves the phone with a code. */
export function MyDataForm({ posted }: { posted: DataOutcome | null }) {
  const post = useFormPost(posted, requestData)
  const { copy, wish = 'copy' } = post.outcome ?? {}
  return (
    <PhoneCodeForm
      post={post}
      page="/my-data"
      label="Your data"
      text="Continue"
      result={copy && <Copy copy={copy} />}
    >
      <SelectField
        label="What would you like?"
        name="wish"
        defaultValue={wish}
        options={[
          ['copy', 'A copy of my data'],
          ['erase', 'Erase my data'],
        ]}
        hint="An erasure can't be undone, and your old orders can no longer be found."
      />
    </PhoneCodeForm>
  )
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
