import { declareErrors } from '../platform/errors.ts'

export class RequestError extends declareErrors({
  not_asker: [403, 'Only the person who asked can withdraw this.'],
}) {}
