/** Argon2id, the library's default, at the cost that OWASP recommends: 19 MiB, two passes. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
