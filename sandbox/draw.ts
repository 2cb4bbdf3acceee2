/** FNV-1a: hashes a name to 32 bits, so that each name starts a different stream. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  }
  return h >>> 0
}

/**
 * A stream of pseudo-random numbers in [0, 1) that depends only on the seed and the name. Each kind
 * of fault has its own stream, so drawing one kind never changes the draws of another.
 */
export function drawStream(seed: number, name: string): () => number {
  let state = hash(`${seed}/${name}`)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32
  }
}
