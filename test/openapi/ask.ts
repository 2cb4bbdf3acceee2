import { Agent, request as open } from 'node:http'
import type { Answer } from './judge.ts'
import { encodeBody, type Request } from './requests.ts'

const agent = new Agent({ keepAlive: true })

/** Sends a request over a real connection. The path is sent unchanged; fetch would normalise it. */
export async function ask(origin: string, method: string, asked: Request): Promise<Answer> {
  const { hostname: host, port } = new URL(origin)
  const body = asked.body && (await bytesOf(asked.body))
  const headers = {
    ...asked.headers,
    ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }),
  }
  return await new Promise((resolve, reject) => {
    const asking = open({ host, port, method, path: asked.url, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: answer.statusCode!, headers: answer.headers, text })
      })
    })
    asking.on('error', reject).end(body?.bytes)
  })
}

async function bytesOf(body: NonNullable<Request['body']>) {
  if (!('value' in body && body.value instanceof FormData)) {
    return { type: body.type, bytes: Buffer.from(encodeBody(body)) }
  }
  const form = new Response(body.value)
  return { type: form.headers.get('content-type')!, bytes: Buffer.from(await form.arrayBuffer()) }
}
