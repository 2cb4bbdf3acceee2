import type { SettingsReader } from '../settings.ts'
import type { S3Settings } from './s3-storage.ts'

export function s3Settings(r: SettingsReader): S3Settings | null {
  const bucket = r.optional('S3_BUCKET')
  const region = r.text('S3_REGION', 'us-east-1')
  const endpoint = r.origin('S3_ENDPOINT', `https://s3.${region}.amazonaws.com`)
  const prefix = r.text('S3_PREFIX', '')
  const accessKeyId = r.text('S3_ACCESS_KEY_ID', '')
  const secretAccessKey = r.text('S3_SECRET_ACCESS_KEY', '')
  if (bucket === null) {
    if (accessKeyId || secretAccessKey) r.faults.push('S3_BUCKET is missing: there are keys to one')
    return null
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    r.faults.push(`S3_BUCKET must be the name of a bucket, not "${bucket}"`)
  }
  if (!/^([a-z0-9][a-z0-9._-]*\/)*$/.test(prefix)) {
    r.faults.push(`S3_PREFIX must be folders that end in a slash, such as lango/, not "${prefix}"`)
  }
  if (!accessKeyId) r.faults.push('S3_ACCESS_KEY_ID is missing: S3_BUCKET needs it')
  if (!secretAccessKey) r.faults.push('S3_SECRET_ACCESS_KEY is missing: S3_BUCKET needs it')
  return { bucket, region, endpoint, prefix, accessKeyId, secretAccessKey }
}
