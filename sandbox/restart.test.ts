import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeFreePorts } from '../test/free-ports.ts'
import { merchant } from './trial.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const ANA = '254712000001'

let folder: string
let state: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-restart-'))
  state = join(folder, 'deep', 'state.log')
  children = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

async function start(port: number, smtpPort = 0): Promise<ChildProcess> {
  const ports = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) }
  const env = { ...process.env, ...ports, SANDBOX_STATE: state, HOST: '' }
  const child = fork(MAIN, [], { env, silent: true, execArgv: [] })
  children.push(child)
  const [message] = await once(child, 'message')
  expect(message).toEqual({ type: 'ready' })
  return child
}

test('a killed sandbox keeps money, messages, mails and open prompts', async () => {
  const [port = 0, smtpPort = 0] = await takeFreePorts(2)
  const first = await start(port, smtpPort)
  const client = merchant(`http://127.0.0.1:${port}`, 'http://127.0.0.1:9')
  await client.push(ANA)
  const prompt = (await client.get(`/phones/${ANA}`)).json.prompts[0]
  await client.send('POST', `/phones/${ANA}/prompts/${prompt.id}`, { action: 'pay', pin: '1234' })
  await client.sms({ to: `+${ANA}`, message: 'Your ticket' })
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort })
  await transport.sendMail({ from: 'a@lango.example', to: 'b@example.com', text: 'Your ticket' })
  transport.close()
  const mails = (await client.get('/mail')).json
  expect(mails).toHaveLength(1)
  const second = await client.push(ANA, { Amount: 20 })
  const before = (await client.get(`/phones/${ANA}`)).json
  const ledger = (await client.get('/ledger')).json
  first.kill('SIGKILL')
  await once(first, 'exit')
  // A crash can leave an incomplete line. No client was informed of the change in it, so the
  // change may be lost, but the next line must stay readable.
  appendFileSync(state, '{"type":"message","msis')

  await start(port)
  expect((await client.get('/ledger')).json).toEqual(ledger)
  expect((await client.get(`/phones/${ANA}`)).json).toEqual(before)
  expect((await client.get('/mail')).json).toEqual(mails)
  await client.oauth()
  expect((await client.query(second.json.CheckoutRequestID)).json.errorMessage).toBe(
    'The transaction is being processed',
  )
  const open = before.prompts[0]
  const path = `/phones/${ANA}/prompts/${open.id}`
  expect((await client.send('POST', path, { action: 'cancel' })).json.result_code).toBe(1032)
  for (const line of readFileSync(state, 'utf8').trim().split('\n')) JSON.parse(line)
})

test('a killed sandbox keeps payments by paybill, refunds, balances, C2B addresses and its key', async () => {
  const [port = 0] = await takeFreePorts(1)
  process.env.SANDBOX_CERTIFICATE = join(folder, 'keys', 'certificate.pem')
  try {
    const first = await start(port)
    const client = merchant(`http://127.0.0.1:${port}`, 'http://127.0.0.1:9')
    await client.registerUrls()
    const pay = { msisdn: ANA, account: 'TKT4K7Q', amount: 1000 }
    const { receipt } = (await client.send('POST', '/paybill', pay)).json
    await client.reverse(receipt)
    await client.send('PUT', '/business', { utility_kes: 500 })
    const ledger = async () => (await client.get('/ledger')).json
    await expect.poll(async () => (await ledger()).length).toBe(2)
    // This request is accepted, and the sandbox is killed before it executes the request.
    await client.b2c('under-way')
    const before = (await client.get('/business')).json
    expect(before).toMatchObject({ working_kes: 0, utility_kes: 500, c2b: { version: 2 } })
    const certificate = (await client.get('/certificate')).text
    expect(certificate).toBe(readFileSync(process.env.SANDBOX_CERTIFICATE, 'utf8'))
    first.kill('SIGKILL')
    await once(first, 'exit')

    await start(port)
    await client.oauth()
    await expect.poll(async () => (await ledger()).length).toBe(3)
    expect(await ledger()).toMatchObject([
      { kind: 'paybill', receipt },
      { kind: 'reversal', original_receipt: receipt },
      { kind: 'b2c', originator_conversation_id: 'under-way' },
    ])
    expect((await client.get('/business')).json).toEqual({ ...before, utility_kes: 100 })
    expect((await client.b2c('under-way')).json.errorCode).toBe('500.002.1001')
    // The sandbox can still decrypt text that was encrypted for the certificate before the restart.
    await client.b2c('after', { Amount: 100 })
    await expect.poll(async () => (await ledger()).length).toBe(4)
  } finally {
    delete process.env.SANDBOX_CERTIFICATE
  }
})

test('the sandbox stops cleanly on a signal and when its parent process ends', async () => {
  const [port = 0] = await takeFreePorts(1)
  const first = await start(port)
  first.kill('SIGTERM')
  expect((await once(first, 'exit'))[0]).toBe(0)
  const second = await start(port)
  second.disconnect()
  expect((await once(second, 'exit'))[0]).toBe(0)
})

async function refusal(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...env } })
  children.push(child)
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  expect((await once(child, 'close'))[0]).toBe(1)
  return text
}

// spec: wrong-settings-ports
test('wrong settings are reported in one line, and so is a port in use', async () => {
  const wrong = await refusal({ SANDBOX_PORT: 'x', SANDBOX_TIME_SCALE: '0' })
  expect(wrong.trim().split('\n')).toHaveLength(1)
  expect(wrong).toContain('SANDBOX_PORT')
  expect(wrong).toContain('SANDBOX_TIME_SCALE')
  const [port = 0, smtpPort = 0] = await takeFreePorts(2)
  await start(port, smtpPort)
  const taken = await refusal({ SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: '0' })
  expect(taken.trim()).toBe(`Sandbox: port ${port} is in use; choose another one with SANDBOX_PORT`)
  const both = { SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: String(smtpPort) }
  expect((await refusal(both)).trim()).toBe(
    `Sandbox: port ${smtpPort} is in use; choose another one with SANDBOX_SMTP_PORT`,
  )
})
