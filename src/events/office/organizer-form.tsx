import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, wordsOf } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { OrganizerReply } from '../organizers/organizer.contract.ts'
import { NAME_MAX, organizerPath, WORDS_MAX } from '../organizers/organizer.rules.ts'
import { PictureField } from './event-image.tsx'
import { usePicture } from './use-picture.ts'

const NOT_LOADED = 'Your page could not be loaded. Please try again.'
const NOT_SAVED = 'Your page was not saved. Please try again.'
const NO_NAME = 'Please enter a name'

type Typed = { name: string; words: string; image: string }
type SaveResult = { look: 'good' | 'bad'; text: string }

const typedOf = ({ name, words, image }: OrganizerReply): Typed => ({
  name,
  words,
  image: image ?? '',
})

/** The name, picture and text of an organizer's public page. */
export function OrganizerForm({ id }: { id: string }) {
  const form = useOrganizerForm(id)
  const { page, typed, outcome } = form
  if (!page || !typed) return <Outcome outcome={outcome} />
  return (
    <form
      noValidate
      aria-label="Public page"
      className="flex flex-col gap-4"
      onSubmit={(submitted: FormEvent) => {
        submitted.preventDefault()
        void form.save()
      }}
    >
      <Outcome outcome={outcome} />
      <p>
        {page.is_public ? (
          <Link
            to={organizerPath(page.id)}
            reloadDocument
            className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
          >
            See the page
          </Link>
        ) : (
          <span className="text-quiet">Visible once an event is published.</span>
        )}
      </p>
      <FormSection title="Name and Text">
        <Field
          label="Name"
          name="name"
          required
          maxLength={NAME_MAX}
          value={typed.name}
          error={typed.name.trim() === '' ? NO_NAME : null}
          onChange={({ target }) => form.change({ name: target.value })}
        />
        <TextArea
          label="About you"
          name="words"
          rows={8}
          maxLength={WORDS_MAX}
          value={typed.words}
          onChange={({ target }) => form.change({ words: target.value })}
        />
      </FormSection>
      <FormSection title="Picture">
        <PictureField
          address={typed.image}
          picture={form.picture}
          isWrong={false}
          onChoose={(file) => void form.choosePicture(file)}
        />
        {typed.image && (
          <p>
            <Button look="quiet" onClick={() => form.change({ image: '' })}>
              Remove the picture
            </Button>
          </p>
        )}
      </FormSection>
      <div className="flex justify-end">
        <Button type="submit" disabled={form.isSaving} className="min-w-40">
          {form.isSaving ? 'Saving...' : 'Save page'}
        </Button>
      </div>
    </form>
  )
}

function Outcome({ outcome }: { outcome: SaveResult | null }) {
  if (!outcome) return null
  return (
    <Notice look={outcome.look} role={outcome.look === 'good' ? 'status' : 'alert'}>
      {outcome.text}
    </Notice>
  )
}

function useOrganizerForm(id: string) {
  const path = `/api/organizers/${encodeURIComponent(id)}`
  const [page, setPage] = useState<OrganizerReply | null>(null)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [outcome, setOutcome] = useState<SaveResult | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const picture = usePicture()

  useEffect(() => {
    let isHere = true
    void callApi<OrganizerReply>(sessionFetch, path).then((answer) => {
      if (!isHere) return
      if (!answer.ok) return setOutcome({ look: 'bad', text: wordsOf(answer, NOT_LOADED) })
      setPage(answer.data)
      setTyped(typedOf(answer.data))
    })
    return () => {
      isHere = false
    }
  }, [path])

  const change = (patch: Partial<Typed>) => {
    setTyped((last) => last && { ...last, ...patch })
    setOutcome(null)
  }

  async function choosePicture(file: File): Promise<void> {
    const stored = await picture.choose(file)
    if ('url' in stored) change({ image: stored.url })
    else setOutcome({ look: 'bad', text: stored.text })
  }

  async function save(): Promise<void> {
    if (!typed || isSaving || typed.name.trim() === '') return
    setIsSaving(true)
    const stored = await picture.finish()
    if (stored && 'text' in stored) setOutcome({ look: 'bad', text: stored.text })
    else await send({ ...typed, image: stored?.url ?? typed.image })
    setIsSaving(false)
  }

  async function send({ name, words, image }: Typed): Promise<void> {
    const answer = await callApi<OrganizerReply>(sessionFetch, path, {
      ...jsonPost({ name, words, image: image || null }),
      method: 'PUT',
    })
    if (!answer.ok) return setOutcome({ look: 'bad', text: wordsOf(answer, NOT_SAVED) })
    setPage(answer.data)
    setTyped(typedOf(answer.data))
    setOutcome({ look: 'good', text: 'Saved.' })
  }

  return { page, typed, outcome, isSaving, picture, change, choosePicture, save }
}
