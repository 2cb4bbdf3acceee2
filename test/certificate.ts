import { generateKeyPairSync } from 'node:crypto'
import { makeCertificate } from '../sandbox/certificate.ts'

/** A certificate like Safaricom's; its private key is thrown away. */
export const CERTIFICATE = makeCertificate(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  'Test',
)
