import { pageText } from '../../messages/pages.text.ts'
import { readPhone } from '../../messages/phone-error.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { MessageReply } from '../../platform/http/platform.contract.ts'
import { requestedLanguage } from '../../platform/values/language.rules.ts'
import { OwnSales, OwnSalesRequest, SalesCodeRequest } from './own-sales.contract.ts'
import { SALES_CODE_SENT } from './own-sales.rules.ts'
import { readOwnSales, sendSalesCode } from './own-sales.ts'

type SalesDeps = Pick<Deps, 'db' | 'reads' | 'env' | 'clock' | 'log'>

/** Adds the routes by which sellers see their own figures, with a code to their phone. */
export function registerOwnSalesRoutes(app: App, deps: SalesDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/functions/my-sales/code',
    access: 'public',
    refuses: [429],
    schema: { body: SalesCodeRequest, response: { 200: MessageReply } },
    handler: async ({ body, address, headers }) => {
      const language = requestedLanguage(headers)
      await sendSalesCode(deps, { phone: readPhone(body.phone), address, language })
      return { message: pageText(SALES_CODE_SENT)[language] }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/my-sales',
    access: 'public',
    refuses: [429],
    schema: { body: OwnSalesRequest, response: { 200: OwnSales } },
    handler: async ({ body, address }, reply) => {
      reply.header('cache-control', 'no-store')
      return await readOwnSales(deps, { phone: readPhone(body.phone), code: body.code, address })
    },
  })
}
