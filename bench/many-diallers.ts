// A child process that simulates USSD buyers and posts their inputs as the gateway does.
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Heard, walkSessions } from '../test/dialled-crowd.ts'

/**
 * The task of the process. `thinkMs` is the shortest and the longest time that a person needs for a
 * screen, in milliseconds.
 */
export type DiallersTask = { url: string; code: string; count: number; thinkMs: [number, number] }
export type DiallersReport = Omit<Heard, 'prompted'> & { prompted: number; seconds: number }

const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: true })

process.on('message', async ({ url, code, count, thinkMs: [min, max] }: DiallersTask) => {
  const think = () => delay(min + Math.random() * (max - min))
  const began = performance.now()
  const heard = await walkSessions({ count, code, think, post: (fields) => post(url, fields) })
  const seconds = (performance.now() - began) / 1000
  const told: DiallersReport = { ...heard, prompted: heard.prompted.length, seconds }
  process.send?.(told)
})
process.on('disconnect', () => process.exit(0))

function post(url: string, fields: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve) => {
    const call = http.request(url, { method: 'POST', agent, headers }, async (response) => {
      response.setEncoding('utf8')
      let text = ''
      for await (const part of response) text += part
      resolve(response.statusCode === 200 ? text : `${response.statusCode} ${text}`)
    })
    call.once('error', (error) => resolve(error.message))
    call.end(new URLSearchParams(fields).toString())
  })
}
