import { type ReactNode, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { callApi } from '../../ui/api.ts'
import { Button, LOUD, QUIET } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { FormSection, RadioFields } from '../../ui/office/form-parts.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { whatsAppTo } from '../event-words.rules.ts'
import type { EventReply } from '../events.contract.ts'
import type { SharingReply } from '../sharing/sharing.contract.ts'
import { STORY_HEIGHT, STORY_WIDTH } from '../sharing/story.rules.ts'
import { ShortLinkForm } from './short-link-form.tsx'

/**
 * The links, texts and pictures with which an organizer advertises a published event. `children`
 * stand below the links.
 */
export function SharePanel({ event, children }: { event: EventReply; children: ReactNode }) {
  const { id } = event
  const { data, problem, reload } = useQuery(`sharing ${id}`, (signal) =>
    callApi<SharingReply>(sessionFetch, `/api/events/${id}/sharing`, { signal }),
  )
  if (data) {
    return (
      <Shown event={event} sharing={data} onChanged={reload}>
        {children}
      </Shown>
    )
  }
  if (problem) return <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
  return (
    <div role="status" className="grid animate-pulse gap-4 lg:grid-cols-2">
      <span className="sr-only">Loading links...</span>
      <div className="h-72 rounded-card bg-line" />
      <div className="h-72 rounded-card bg-line" />
    </div>
  )
}

function Shown({
  event,
  sharing,
  onChanged,
  children,
}: {
  event: EventReply
  sharing: SharingReply
  onChanged: () => void
  children: ReactNode
}) {
  const [language, setLanguage] = useState<Language>('en')
  const { url, dial, short_links } = sharing
  return (
    // In one column the links come first, then the texts, and the checklist last.
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        <FormSection title="Link">
          <Copied label="Public link" value={url} />
          {dial && <Copied label="Dial code, without internet" value={dial} />}
          <ShortLinkForm
            eventId={event.id}
            links={short_links}
            mayEdit={event.rights?.includes('edit') ?? false}
            onAdded={onChanged}
          />
        </FormSection>
      </div>
      <div className="min-w-0 lg:row-span-2">
        <FormSection title="WhatsApp and Instagram">
          <RadioFields
            legend="Language"
            name="language"
            isRow
            options={[
              { value: 'en', label: 'English' },
              { value: 'sw', label: 'Kiswahili' },
            ]}
            value={language}
            onChange={setLanguage}
          />
          <Message text={sharing.texts[language]} />
          <StoryPicture
            key={language}
            address={sharing.pictures[language]}
            title={event.title}
            fileName={`lango-${event.date}-${language}.jpg`}
          />
        </FormSection>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** A value with a button that copies it. */
function Copied({ label, value }: { label: string; value: string }) {
  const [said, setSaid] = useState('')
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block text-small text-quiet">{label}</span>
          <b className="font-semibold wrap-anywhere">{value}</b>
        </p>
        <CopyButton label={label} text={value} onSaid={setSaid} />
      </div>
      <p role="status" className="text-small text-good empty:hidden">
        {said}
      </p>
    </div>
  )
}

function CopyButton({
  label,
  text,
  onSaid,
}: {
  label: string
  text: string
  onSaid: (said: string) => void
}) {
  return (
    <Button
      look="quiet"
      onClick={async () =>
        onSaid((await copyText(text)) ? `${label} copied` : 'Press longer on the text to copy it.')
      }
    >
      Copy<span className="sr-only"> {label.toLowerCase()}</span>
    </Button>
  )
}

function Message({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  return (
    <div>
      <h3 className="font-semibold">Message</h3>
      <p className="mt-2 whitespace-pre-line rounded-soft border border-line bg-ground p-4 text-small wrap-anywhere">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <a href={whatsAppTo(text)} target="_blank" rel="noreferrer" className={LOUD}>
          Send on WhatsApp<span className="sr-only"> (opens in a new tab)</span>
        </a>
        <CopyButton label="Message" text={text} onSaid={setSaid} />
      </div>
      <p role="status" className="mt-2 text-small text-good empty:hidden">
        {said}
      </p>
    </div>
  )
}

/** Whether the browser can share a picture with other apps. */
function takesPictures(): boolean {
  const probe = new File([], 'a.jpg', { type: 'image/jpeg' })
  return navigator.canShare?.({ files: [probe] }) ?? false
}

function StoryPicture({
  address,
  title,
  fileName,
}: {
  address: string
  title: string
  fileName: string
}) {
  const [problem, setProblem] = useState('')
  const path = new URL(address).pathname
  async function share() {
    setProblem('')
    const picture = await fetch(path)
      .then((answer) => (answer.ok ? answer.blob() : null))
      .catch(() => null)
    if (!picture) return setProblem('The picture could not be loaded. Please try again.')
    const files = [new File([picture], fileName, { type: 'image/jpeg' })]
    // Sharing fails if the user closes the list of apps without a choice.
    await navigator.share({ files }).catch(() => {})
  }
  return (
    <div>
      <h3 className="font-semibold">Picture for Status and Stories</h3>
      <p className="mt-1 text-small text-quiet">
        With poster, date, QR code and dial code, and room for the app's own buttons.
      </p>
      <div className="mt-3 flex flex-wrap items-start gap-4">
        <img
          src={path}
          width={STORY_WIDTH}
          height={STORY_HEIGHT}
          alt={`Story of ${title}`}
          className="h-auto w-44 rounded-soft bg-line sm:w-56 lg:w-44 2xl:w-56"
        />
        <div className="flex flex-col gap-3">
          {takesPictures() && <Button onClick={() => void share()}>Share picture</Button>}
          <a href={path} download={fileName} className={QUIET}>
            Download picture
          </a>
          <p role="alert" className="text-small text-bad empty:hidden">
            {problem}
          </p>
        </div>
      </div>
    </div>
  )
}
