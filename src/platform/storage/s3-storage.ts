import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { assertOutsideTransaction } from '../database/db.ts'
import { checkKey, type Storage, StorageFailure } from './storage.ts'

export type S3Settings = {
  bucket: string
  region: string
  endpoint: string
  /** Folders before every key, each with its slash; '' for none. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** A picture has a few hundred kB, so a call that takes longer has stalled. */
const TIMEOUT_MS = 20_000
const RETRIES = 2

/** Storage in one bucket of any service with the S3 protocol. */
export function openS3Storage(settings: S3Settings, timeoutMs = TIMEOUT_MS): Storage {
  const { endpoint, bucket, region, prefix, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  })
  // The bucket is part of the path, not of the host name: every service supports this form, and no
  // certificate per bucket is needed.
  async function call(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    checkKey(key)
    const url = `${endpoint}/${bucket}/${prefix}${key}`
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await client.fetch(url, { ...init, method, signal }).catch(fail)
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    const text = (await response.text().catch(fail)).slice(0, 300)
    throw new StorageFailure(`${method} ${key} was answered ${response.status} ${text}`)
  }
  return {
    async putObject(key, bytes, contentType) {
      assertOutsideTransaction('Storing a file')
      await call('PUT', key, {
        body: Buffer.from(bytes),
        headers: { 'content-type': contentType, 'x-amz-content-sha256': sha256(bytes) },
      })
    },
    async getObject(key) {
      assertOutsideTransaction('Reading a stored file')
      const response = await call('GET', key)
      if (response.status !== 404) return Buffer.from(await response.arrayBuffer().catch(fail))
      const text = await response.text().catch(fail)
      // A missing bucket is an error, because without it every object would seem to be missing.
      if (text.includes('NoSuchBucket')) throw new StorageFailure(`there is no bucket ${bucket}`)
      return null
    },
    async hasObject(key) {
      assertOutsideTransaction('Looking for a stored file')
      return (await call('HEAD', key)).ok
    },
    async deleteObject(key) {
      assertOutsideTransaction('Deleting a stored file')
      await call('DELETE', key)
    },
  }
}

function fail(error: Error): never {
  throw new StorageFailure(error.message, { cause: error })
}

/** Signed with the request, so that the service refuses bytes changed on the way. */
function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
