import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { pageText } from '../messages/pages.text.ts'
import { readPhone } from '../messages/phone-error.ts'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { MessageReply } from '../platform/http/platform.contract.ts'
import { requestedLanguage } from '../platform/values/language.rules.ts'
import { checkDataCode, sendDataCode } from './data-codes.ts'
import { CODE_SENT, DATA_ERASED } from './my-data.rules.ts'
import { eraseData, exportData } from './personal-data.ts'
import { DataCodeRequest, DataReply, DataRequest } from './privacy.contract.ts'

type PrivacyDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log'>

export function registerPrivacyRoutes(app: App, deps: PrivacyDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/functions/my-data/code',
    access: 'public',
    refuses: [429],
    schema: { body: DataCodeRequest, response: { 200: MessageReply } },
    handler: async ({ body, address, headers }) => {
      const phone = readPhone(body.phone)
      await sendDataCode(deps, { phone, address, language: requestedLanguage(headers) })
      return { message: pageText(CODE_SENT)[requestedLanguage(headers)] }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/my-data/export',
    access: 'public',
    refuses: [429],
    schema: { body: DataRequest, response: { 200: DataReply } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return await exportData(deps, await provenPhone(deps, request), 'code')
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/my-data/erase',
    access: 'public',
    refuses: [409, 429],
    schema: { body: DataRequest, response: { 200: MessageReply } },
    handler: async (request) => {
      await eraseData(deps, await provenPhone(deps, request), 'code')
      return { message: pageText(DATA_ERASED)[requestedLanguage(request.headers)] }
    },
  })
}

type Proven = { body: Static<typeof DataRequest>; address: FastifyRequest['address'] }

async function provenPhone(deps: PrivacyDeps, { body, address }: Proven): Promise<string> {
  const phone = readPhone(body.phone)
  await checkDataCode(deps, { phone, code: body.code, address })
  return phone
}
