import { generateKeyPairSync } from 'node:crypto'
import { makeCertificate } from '../sandbox/certificate.ts'

/** A certificate like Safaricom's. Its private key is discarded. */
export const CERTIFICATE = makeCertificate(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  'Test',
)
