import { useRef, useState } from 'react'
import { problemText } from '../../ui/api.ts'
import { readPreview, refuseFile, UPLOAD_FAILED, uploadPicture } from './upload-picture.ts'

type Refusal = { text: string }
type UploadOutcome = { url: string } | Refusal

export type Picture = {
  /** A preview of the chosen picture until the picture is stored. '' if there is no preview. */
  preview: string
  /** The progress of the upload, from 0 to 1. Null if no upload is running. */
  progress: number | null
  /** True if a picture was chosen that is not stored yet. */
  isPending: boolean
  choose: (file: File) => Promise<UploadOutcome>
  /**
   * Waits for the current upload, or repeats a failed upload. Returns null if there is nothing to
   * upload.
   */
  finish: () => Promise<UploadOutcome | null>
  forget: () => void
}

/**
 * The picture that the user has chosen. It is uploaded immediately; if that fails, it is uploaded
 * again on save.
 */
export function usePicture(): Picture {
  const [preview, setPreview] = useState('')
  const [progress, setProgress] = useState<number | null>(null)
  const [isPending, setIsPending] = useState(false)
  const chosen = useRef<File>(undefined)
  const sending = useRef<Promise<UploadOutcome>>(undefined)

  function forget() {
    chosen.current = undefined
    setPreview('')
    setIsPending(false)
  }

  async function send(file: File): Promise<UploadOutcome> {
    setProgress(0)
    const answer = await uploadPicture(file, setProgress)
    // If the user chose another picture during the upload, return the result of the newer upload.
    if (chosen.current !== file) return (await sending.current) ?? { text: UPLOAD_FAILED }
    setProgress(null)
    sending.current = undefined
    if (answer.ok) {
      // From here on, show the stored picture, as visitors will see it.
      forget()
      return { url: answer.data.public_url }
    }
    // If the server refused the picture for good, do not send the picture again.
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 401) forget()
    return { text: problemText(answer, UPLOAD_FAILED) }
  }

  async function choose(file: File): Promise<UploadOutcome> {
    const refusal = refuseFile(file)
    if (refusal) return { text: refusal }
    chosen.current = file
    setIsPending(true)
    sending.current = send(file)
    void readPreview(file).then((shown) => chosen.current === file && setPreview(shown))
    return await sending.current
  }

  async function finish(): Promise<UploadOutcome | null> {
    if (sending.current) return await sending.current
    if (!chosen.current) return null
    sending.current = send(chosen.current)
    return await sending.current
  }

  return { preview, progress, isPending, choose, finish, forget }
}
