import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { OrganizerInput, OrganizerReply } from '../organizers/organizer.contract.ts'
import { NAME_MAX, organizerPath, WORDS_MAX } from '../organizers/organizer.rules.ts'
import { SITE_NAMES, SITES, type Site, shownValue } from '../organizers/organizer-links.rules.ts'
import { LINK_HINTS, LINK_MAX, readLink } from '../organizers/read-link.rules.ts'
import { PictureField } from './event-image.tsx'
import { usePicture } from './use-picture.ts'

const NOT_LOADED = 'Your page could not be loaded. Please try again.'
const NOT_SAVED = 'Your page was not saved. Please try again.'
const NO_NAME = 'Please enter a name'

type Typed = { name: string; words: string; image: string } & Record<Site, string>
type SaveResult = { look: 'good' | 'bad'; text: string; field?: string }

/** The organizer sees the name that waits for approval; an admin sees the public name. */
const typedOf = (page: OrganizerReply, isAdmin: boolean): Typed => ({
  name: isAdmin ? page.name : (page.asked_name ?? page.name),
  words: page.words,
  image: page.image ?? '',
  whatsapp: shownValue('whatsapp', page.whatsapp),
  instagram: shownValue('instagram', page.instagram),
  tiktok: shownValue('tiktok', page.tiktok),
})

/** The name, text, picture and links of an organizer's public page. */
export function OrganizerForm({ id }: { id: string }) {
  const isAdmin = useSession().user?.role === 'admin'
  const form = useOrganizerForm(id, isAdmin)
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
      {page.asked_name && (
        <AskedName page={page} isAdmin={isAdmin} onDecide={(name) => void form.decide(name)} />
      )}
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
      <FormSection title="Links">
        <p className="text-quiet">Visitors see them below your text. All are optional.</p>
        {SITES.map((site) => (
          <LinkField
            key={site}
            site={site}
            typed={typed[site]}
            refusal={outcome?.field === site ? outcome.text : null}
            onChange={(value) => form.change({ [site]: value })}
          />
        ))}
      </FormSection>
      <div className="flex justify-end">
        <Button type="submit" disabled={form.isSaving} className="min-w-40">
          {form.isSaving ? 'Saving...' : 'Save page'}
        </Button>
      </div>
    </form>
  )
}

/** A link as the organizer types it. Shows its fault when the user leaves the field. */
function LinkField({
  site,
  typed,
  refusal,
  onChange,
}: {
  site: Site
  typed: string
  refusal: string | null
  onChange: (typed: string) => void
}) {
  const [isLeft, setLeft] = useState(false)
  return (
    <Field
      label={SITE_NAMES[site]}
      name={site}
      maxLength={LINK_MAX}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={site === 'whatsapp' ? 'tel' : 'text'}
      hint={LINK_HINTS[site]}
      value={typed}
      error={(isLeft ? linkFault(site, typed) : null) ?? refusal}
      onBlur={() => setLeft(true)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function linkFault(site: Site, typed: string): string | null {
  const reading = readLink(site, typed)
  return 'fault' in reading ? reading.fault : null
}

function firstFault(typed: Typed): SaveResult | null {
  for (const field of SITES) {
    const text = linkFault(field, typed[field])
    if (text !== null) return { look: 'bad', text: `${text}.`, field }
  }
  return null
}

function refusalOf(problem: Problem): SaveResult {
  const { field } = problem
  return { look: 'bad', text: problemText(problem, NOT_SAVED), ...(field && { field }) }
}

/** The name that waits for an admin, with the admin's buttons. */
function AskedName({
  page: { name, asked_name },
  isAdmin,
  onDecide,
}: {
  page: OrganizerReply
  isAdmin: boolean
  onDecide: (name: string) => void
}) {
  if (!isAdmin) {
    return (
      <Notice>
        '{asked_name}' waits for an admin, because each SMS begins with your name. Until then you
        are '{name}'.
      </Notice>
    )
  }
  return (
    <Notice>
      <p className="wrap-anywhere">
        This organizer requests the name <b className="font-semibold">{asked_name}</b>. Each SMS
        begins with it. Check that it is really their name.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => onDecide(asked_name ?? name)}>Use this name</Button>
        <Button look="quiet" onClick={() => onDecide(name)}>
          Keep '{name}'
        </Button>
      </div>
    </Notice>
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

function useOrganizerForm(id: string, isAdmin: boolean) {
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
      if (!answer.ok) return setOutcome({ look: 'bad', text: problemText(answer, NOT_LOADED) })
      setPage(answer.data)
      setTyped(typedOf(answer.data, isAdmin))
    })
    return () => {
      isHere = false
    }
  }, [path, isAdmin])

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
    const fault = firstFault(typed)
    if (fault) return setOutcome(fault)
    setIsSaving(true)
    const stored = await picture.finish()
    if (stored && 'text' in stored) setOutcome({ look: 'bad', text: stored.text })
    else await send({ ...typed, image: stored?.url ?? typed.image })
    setIsSaving(false)
  }

  async function send({ name, image, ...rest }: Typed): Promise<void> {
    // Leaves out an unchanged name, because a name that an admin sends counts as allowed.
    const isNamed = page !== null && name !== typedOf(page, isAdmin).name
    await put({ ...(isNamed && { name }), ...rest, image: image || null })
  }

  async function put(input: OrganizerInput): Promise<void> {
    const answer = await callApi<OrganizerReply>(sessionFetch, path, {
      ...jsonPost(input),
      method: 'PUT',
    })
    if (!answer.ok) return setOutcome(refusalOf(answer))
    setPage(answer.data)
    setTyped(typedOf(answer.data, isAdmin))
    setOutcome({ look: 'good', text: 'Saved.' })
  }

  const decide = (name: string) => put({ name })

  return { page, typed, outcome, isSaving, picture, change, choosePicture, save, decide }
}
