import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'

const agent = new Agent({ keepAlive: true, maxSockets: 20, rejectUnauthorized: false })

type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request to the proxy on this port. Rejects if no whole reply arrives. */
export function sendThrough(
  port: number,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: 'tickets.example',
      'content-type': 'application/json',
      prefer: 'respond-async',
    }
    const options = { host: '127.0.0.1', port, method, path, agent, headers }
    const sent = request(options, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      reply.once('end', () =>
        resolve({ status: reply.statusCode!, headers: reply.headers, body: text }),
      )
      reply.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
