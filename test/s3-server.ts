import { spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { takeFreePorts } from './free-ports.ts'

const script = path.join(
  path.dirname(createRequire(import.meta.url).resolve('s3rver/package.json')),
  'bin/s3rver.js',
)
const KEY_ID = 'S3RVER'
const SECRET = 'S3RVER'
const REGION = 'eu-west-1'

/**
 * Runs s3rver in a separate process, with a bucket whose objects are files in `folder`. `options` are
 * further options of its command. `stop` ends the process.
 */
export async function runS3Server(folder: string, bucket: string, options: string[] = []) {
  const [port = 0] = await takeFreePorts(1)
  const place = ['-a', '127.0.0.1', '-p', `${port}`, '-d', folder, '--configure-bucket', bucket]
  const server = spawn(process.execPath, [script, ...place, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('listening') && resolve())
    server.once('exit', () => reject(new Error('the S3 server did not start')))
  })
  const stop = async () => {
    server.kill()
    await ended
  }
  return { port, stop }
}

/**
 * Starts an S3 server with a bucket in a separate process. The server accepts any version-4
 * signature, so a proxy in front of it checks the signature and refuses wrong ones.
 */
export async function startS3Server() {
  const folder = await mkdtemp(path.join(tmpdir(), 'lango-s3-'))
  const [guardPort = 0] = await takeFreePorts(1)
  const bucket = 'lango-test'
  const server = await runS3Server(folder, bucket)
  const guard = createServer((asked, reply) => void admit(asked, reply, server.port))
  await new Promise<void>((resolve) => guard.listen(guardPort, '127.0.0.1', resolve))
  return {
    settings: {
      bucket,
      region: REGION,
      endpoint: `http://127.0.0.1:${guardPort}`,
      prefix: 'lango/',
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
    },
    stop: async () => {
      guard.close()
      guard.closeAllConnections()
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function admit(asked: IncomingMessage, reply: ServerResponse, port: number): Promise<void> {
  const body = await buffer(asked)
  if (!isSigned(asked, body)) {
    reply.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    return
  }
  const { method, url: path, headers } = asked
  const passed = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(reply)
  })
  passed.end(body)
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

/** Checks Signature Version 4 as Amazon documents it, for paths without a query. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/
  const [, keyId, day = '', region = '', names = '', signature] =
    form.exec(headers.authorization ?? '') ?? []
  const hash = String(headers['x-amz-content-sha256'])
  if (keyId !== KEY_ID || region !== REGION) return false
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, '', lines.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, day))
  return hmac(key, text).toString('hex') === signature
}
