import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeCertificate } from '../../sandbox/certificate.ts'
import { takeFreePorts } from '../free-ports.ts'

const SCRIPT = path.join(
  path.dirname(createRequire(import.meta.url).resolve('s3rver/package.json')),
  'bin/s3rver.js',
)
const BUCKET = 'backups'

/**
 * Starts an S3 server with TLS, because pgbackrest uses no other. `fillIn` uncomments the lines of
 * `deploy/pgbackrest/pgbackrest.conf` about a bucket, and gives them their values.
 */
export async function startBucket() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lango-bucket-'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(cert, makeCertificate(privateKey, 'localhost'))
  const [port = 0] = await takeFreePorts(1)
  const options = ['-a', '127.0.0.1', '-p', `${port}`, '-d', path.join(folder, 'data')]
  const server = spawn(
    process.execPath,
    [SCRIPT, ...options, '--key', key, '--cert', cert, '--configure-bucket', BUCKET],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('listening') && resolve())
    server.once('exit', () => reject(new Error('the S3 server did not start')))
  })
  const values: Record<string, string> = {
    'repo1-type': 's3',
    'repo1-path': '/lango',
    'repo1-s3-bucket': BUCKET,
    'repo1-s3-endpoint': 'localhost',
    'repo1-s3-region': 'eu-west-1',
    'repo1-s3-key': 'S3RVER',
    'repo1-s3-key-secret': 'S3RVER',
    'repo1-cipher-type': 'aes-256-cbc',
    'repo1-cipher-pass': 'rehearsal',
  }
  const ofThisServer = [
    'repo1-s3-uri-style=path',
    'repo1-storage-host=127.0.0.1',
    `repo1-storage-port=${port}`,
    'repo1-storage-verify-tls=n',
  ]
  return {
    fillIn: (config: string): string =>
      config
        .replace(/^repo1-path=.*\n/m, '')
        .replace(/^#(repo1-[\w-]+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`)
        .replace('[lango]', `${ofThisServer.join('\n')}\n\n[lango]`),
    stop: async () => {
      server.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
