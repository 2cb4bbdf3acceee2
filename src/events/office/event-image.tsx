import { useId } from 'react'
import { useSession } from '../../accounts/office/session.ts'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { imageVariant } from '../image.rules.ts'
import { isDrawnCard } from '../pictures/drawn-card.rules.ts'
import { STEPS } from './form-steps.tsx'
import { UPLOAD_KINDS } from './upload-picture.ts'
import type { EventForm } from './use-event-form.ts'
import type { Picture } from './use-picture.ts'

/** The picture as visitors will see it, or a preview while it is being uploaded. */
export function EventImage({ form }: { form: EventForm }) {
  const { draft, picture, findings } = form
  const isAdmin = useSession().user?.role === 'admin'
  const note = isDrawnCard(draft.image)
    ? 'We drew this picture from the title. A poster replaces it.'
    : draft.image === '' && !isAdmin
      ? 'No poster yet? Save without one: we draw a picture with the title when you submit.'
      : null
  return (
    <FormSection {...STEPS.image}>
      {note && !picture.isPending && <p className="text-quiet">{note}</p>}
      <PictureField
        address={draft.image}
        picture={picture}
        isWrong={findings.isMarked('image')}
        onChoose={(file) => void form.choosePicture(file)}
      />
    </FormSection>
  )
}

/**
 * Chooses a picture. `address` is the address of the stored picture, or '' if no picture is stored.
 */
export function PictureField({
  address,
  picture,
  isWrong,
  onChoose,
}: {
  address: string
  picture: Picture
  isWrong: boolean
  onChoose: (file: File) => void
}) {
  const id = useId()
  const isBusy = picture.progress !== null
  const shown = picture.preview || (address && imageVariant(address, 800))
  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
      <div className="relative aspect-video w-full max-w-100 overflow-hidden rounded-soft border border-line bg-ground">
        {shown ? (
          <img src={shown} alt="As visitors will see it" className="size-full object-contain" />
        ) : (
          <p className="flex size-full items-center justify-center text-small text-quiet">
            No image yet
          </p>
        )}
        {isBusy && <Progress share={picture.progress ?? 0} />}
      </div>
      <div className="min-w-0">
        <label
          htmlFor={id}
          className="relative inline-flex min-h-12 cursor-pointer items-center justify-center rounded-soft border border-edge px-6 font-semibold focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent hover:border-ink hover:bg-ground has-[[aria-invalid]]:border-bad has-[[aria-invalid]]:bg-bad-soft"
        >
          <span>
            {isBusy ? 'Uploading...' : shown ? 'Choose another image' : 'Choose an image'}
          </span>
          <input
            id={id}
            type="file"
            name="image"
            accept={UPLOAD_KINDS}
            aria-describedby={`${id}-hint`}
            aria-invalid={isWrong || undefined}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(chosen) => {
              const [file] = chosen.target.files ?? []
              // Reset the input, so that the same file can be chosen again after a failure.
              chosen.target.value = ''
              if (file) onChoose(file)
            }}
          />
        </label>
        <p id={`${id}-hint`} className="mt-2 text-small text-quiet">
          PNG, JPG, GIF up to 10MB
          {isWrong && <strong className="text-bad"> · required</strong>}
        </p>
        <p role="status" className="text-small text-quiet">
          {!isBusy && picture.isPending && "Not uploaded yet. We'll try again when you save."}
        </p>
      </div>
    </div>
  )
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div
      role="progressbar"
      aria-label="Uploading the image"
      aria-valuenow={percent}
      className="absolute inset-x-0 bottom-0 h-2 bg-line"
    >
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  )
}
