import { sessionFetchBy } from '../../accounts/office/session.ts'
import { type Answer, callApi, type FetchApi } from '../../ui/api.ts'
import { UPLOAD_MAX_BYTES } from '../image.rules.ts'

export const UPLOAD_FAILED = 'Failed to upload image'
export const UPLOAD_KINDS = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/tiff'
const TOO_LARGE = 'The image is larger than 10 MB. Please choose a smaller one.'

/** The reason to refuse a file before it is sent. Null if the file can be sent. */
export function refuseFile(file: File): string | null {
  return file.size > UPLOAD_MAX_BYTES ? TOO_LARGE : null
}

/** Uploads a picture. Calls `onProgress` with the share of the file that was sent, from 0 to 1. */
export async function uploadPicture(
  file: File,
  onProgress: (share: number) => void,
): Promise<Answer<{ public_url: string }>> {
  const body = new FormData()
  body.append('file', file)
  const send = sessionFetchBy(sendWithProgress(onProgress))
  return await callApi(send, '/api/storage/event-images', { method: 'POST', body })
}

/** A fetch function that reports upload progress. Uses XMLHttpRequest, because fetch cannot. */
function sendWithProgress(onProgress: (share: number) => void): FetchApi {
  return (path, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', path)
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total)
      }
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = () => reject(new Error('the upload broke off'))
      request.send(init.body as FormData)
    })
}

/**
 * Reads a file as a data address. A blob address would not work, because the page's security policy
 * forbids it.
 */
export function readPreview(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve('')
    reader.readAsDataURL(file)
  })
}
