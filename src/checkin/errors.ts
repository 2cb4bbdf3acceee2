import { declareErrors } from '../platform/errors.ts'

export class CheckInError extends declareErrors({
  gate_not_found: [404, 'Gate not found'],
  nonce_used: [409, 'This nonce is already in use for another check-in.'],
}) {}
