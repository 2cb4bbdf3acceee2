import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadInput, readMsisdn, readObject, refuseUnknown } from './check.ts'
import type { Sandbox } from './context.ts'
import { guardControl } from './control.routes.ts'
import { isDialString } from './dial.rules.ts'

type PhoneRequest = FastifyRequest<{ Params: { msisdn: string } }>

function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new BadInput(`${name}: must be text`)
  return value
}

/** Routes for a person's actions on a phone, except answering a prompt. */
export function ussdRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { prompts, state, ussd } = sandbox
  guardControl(app)
  app.post('/phones/:msisdn/ussd', async (request: PhoneRequest) => {
    const msisdn = readMsisdn(request.params.msisdn)
    const fields = readObject(request.body, 'body')
    state.phone(msisdn)
    if (fields.dial === undefined) {
      refuseUnknown(fields, ['session_id', 'input'])
      const id = readText(fields.session_id, 'session_id')
      return await ussd.input(msisdn, id, readText(fields.input, 'input'))
    }
    refuseUnknown(fields, ['dial'])
    const dialled = readText(fields.dial, 'dial')
    if (!isDialString(dialled)) throw new BadInput('dial: must be a code such as *265*25#')
    // A phone shows either a prompt or a USSD session, never both.
    if (prompts.onScreen(msisdn).length > 0) {
      throw new BadInput('dial: a prompt is on the screen', 409)
    }
    return await ussd.dial(msisdn, dialled)
  })
  app.delete('/phones/:msisdn/ussd', async (request: PhoneRequest) => {
    const shown = ussd.cancel(readMsisdn(request.params.msisdn))
    if (!shown) throw new BadInput('msisdn: this phone has dialled nothing', 404)
    return shown
  })
}
