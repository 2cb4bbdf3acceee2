// A child process with thousands of callers that all long-poll one order. Reports the times of the
// first and the last response.
import { once } from 'node:events'
import http from 'node:http'

const [origin, orderId, count] = process.argv.slice(2)
const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })
const tell = (news: string) => process.send?.(news)
let answered = 0

async function wait(): Promise<void> {
  const request = http.get(`${origin}/api/orders/${orderId}?wait=25`, { agent })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  if (++answered === 1) tell('first')
  response.resume()
  await once(response, 'end')
}

const answers = Array.from({ length: Number(count) }, wait)
// This request is sent after all long polls. Its response shows that the server has received all of
// them.
await fetch(`${origin}/api/orders/${orderId}`)
tell(answered === 0 ? 'waiting' : 'some were answered at once')
await Promise.all(answers)
tell('all')
process.disconnect?.()
