import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { businessRoutes } from './business.routes.ts'
import { c2bRoutes } from './c2b.routes.ts'
import { Callbacks } from './callbacks.ts'
import type { Sandbox } from './context.ts'
import { controlRoutes } from './control.routes.ts'
import { DarajaError, guardDaraja, sendDarajaError } from './daraja.ts'
import { Faults } from './faults.ts'
import { Initiator } from './initiator.ts'
import { mailRoutes } from './mail.routes.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { moneyRoutes } from './money.routes.ts'
import { oauthRoutes } from './oauth.routes.ts'
import { Operations } from './operations.ts'
import { defaultOptions, type SandboxOptions, smtpPortOf } from './options.ts'
import { pageRoutes } from './page.routes.ts'
import { Paybills } from './paybills.ts'
import { Prompts } from './prompts.ts'
import { pullRoutes } from './pull.routes.ts'
import { pushRoutes } from './push.routes.ts'
import { queryRoutes } from './query.routes.ts'
import { questionRoutes } from './question.routes.ts'
import { Reports } from './reports.ts'
import { smsRoutes } from './sms.routes.ts'
import { type Prompt, State } from './state.ts'
import { Tokens } from './tokens.ts'
import { ussdRoutes } from './ussd.routes.ts'
import { Ussd } from './ussd.ts'
import { Waits } from './waits.ts'

interface RunningSandbox {
  port: number
  smtpPort: number
  close: () => Promise<void>
}

const DARAJA_PATHS = [
  '/oauth/v1/generate',
  '/mpesa/stkpush/v1/processrequest',
  '/mpesa/stkpushquery/v1/query',
  '/pulltransactions/v1/register',
  '/pulltransactions/v1/query',
  '/mpesa/c2b/v1/registerurl',
  '/mpesa/c2b/v2/registerurl',
  '/mpesa/reversal/v1/request',
  '/mpesa/b2c/v3/paymentrequest',
  '/mpesa/transactionstatus/v1/query',
  '/mpesa/accountbalance/v1/query',
]

function build(options: SandboxOptions): Sandbox {
  const waits = new Waits(options.timeScale)
  const faults = new Faults()
  const state = new State(options.statePath)
  const parts = { options, state, faults, waits }
  const paybills = new Paybills(parts)
  const whenPaid = ({ result }: Prompt) => paybills.tellPaid(result?.receipt ?? '')
  return {
    options,
    state,
    faults,
    tokens: new Tokens(options.tokenLifetimeMs),
    prompts: new Prompts(state, new Callbacks(faults, waits), waits, whenPaid),
    paybills,
    initiator: new Initiator(
      options.initiatorName,
      options.initiatorPassword,
      options.certificatePath,
    ),
    operations: new Operations(parts),
    reports: new Reports(options.reportUrl, faults, waits),
    ussd: new Ussd(parts),
    waits,
  }
}

function unknownAddress(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (DARAJA_PATHS.includes(path)) {
      return sendDarajaError(reply, new DarajaError(405, '405.001', 'Method Not Allowed'))
    }
    if (/^\/(mpesa|oauth|pulltransactions)\//.test(path)) {
      return sendDarajaError(reply, new DarajaError(404, '404.001.01', 'Resource not found'))
    }
    return reply.code(404).send({ error: 'path: nothing here' })
  })
}

async function routes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  unknownAddress(app)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => ({ status: 'ready' }))
  oauthRoutes(app, sandbox)
  await app.register(async (daraja) => {
    guardDaraja(daraja, sandbox)
    pushRoutes(daraja, sandbox)
    queryRoutes(daraja, sandbox)
    pullRoutes(daraja, sandbox)
    c2bRoutes(daraja, sandbox)
    moneyRoutes(daraja, sandbox)
    questionRoutes(daraja, sandbox)
  })
  await app.register(async (sms) => smsRoutes(sms, sandbox))
  await app.register(async (control) => controlRoutes(control, sandbox))
  await app.register(async (ussd) => ussdRoutes(ussd, sandbox))
  await app.register(async (business) => businessRoutes(business, sandbox))
  await app.register(async (mail) => mailRoutes(mail, sandbox))
  await app.register(async (page) => pageRoutes(page, sandbox))
}

/** Starts the sandbox. Port 0 takes any free port, which the returned value contains. */
export async function startSandbox(given: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const options = { ...defaultOptions, ...given }
  const sandbox = build(options)
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 262_144 })
  let mail: MailServer | undefined
  const close = async () => {
    sandbox.waits.close()
    await mail?.close()
    await app.close()
    sandbox.state.close()
  }
  try {
    await routes(app, sandbox)
    mail = await startMailServer(sandbox, smtpPortOf(options))
    await app.listen({ port: options.port, host: options.host })
  } catch (error) {
    await close()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
  return { port, smtpPort: mail.port, close }
}
