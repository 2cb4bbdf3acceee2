import { type Files, readSources } from './source.ts'

/** The routes and jobs of a purchase, from the order to the SMS with its tickets. */
const PURCHASE = [
  'src/checkout/checkout.routes.ts',
  'src/payments/prompts/request-push.job.ts',
  'src/payments/callbacks/callbacks.routes.ts',
  'src/payments/callbacks/settle-callback.job.ts',
  'src/tickets/issuing/issue-tickets.job.ts',
  'src/messages/send-message.job.ts',
]

/** The files of a purchase and all files that they import, including imports of types. */
export function purchaseFiles(files: Files): string[] {
  const sources = new Map(readSources(files).map((source) => [source.path, source]))
  const closure = new Set(PURCHASE)
  for (const path of closure) {
    for (const { target } of sources.get(path)!.imports) {
      if (target !== null && sources.has(target)) closure.add(target)
    }
  }
  return [...closure].sort()
}
