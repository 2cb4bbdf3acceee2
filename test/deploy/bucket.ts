import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeCertificate } from '../../sandbox/certificate.ts'
import { runS3Server } from '../s3-server.ts'

const BUCKET = 'backups'

/**
 * Starts an S3 server with TLS, because pgbackrest requires TLS. `fillIn` uncomments the lines of
 * `deploy/pgbackrest/pgbackrest.conf` about a bucket, and gives them their values.
 */
export async function startBucket() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lango-bucket-'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(cert, makeCertificate(privateKey, 'localhost'))
  const tls = ['--key', key, '--cert', cert]
  const server = await runS3Server(path.join(folder, 'data'), BUCKET, tls)
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
    `repo1-storage-port=${server.port}`,
    'repo1-storage-verify-tls=n',
  ]
  return {
    fillIn: (config: string): string =>
      config
        .replace(/^repo1-path=.*\n/m, '')
        .replace(/^#(repo1-[\w-]+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`)
        .replace('[lango]', `${ofThisServer.join('\n')}\n\n[lango]`),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
