import sharp from 'sharp'
import type { Deps } from '../../platform/database/deps.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { EventError } from '../errors.ts'
import { pictureFingerprint } from '../share-card-fingerprint.ts'
import { svgOf } from './drawing.ts'
import { cardColour } from './drawn-card.rules.ts'
import { convertInTurn, storePicture } from './images.ts'
import { fitText, isDrawable } from './text-picture.ts'

/** Everything that a card shows. */
export type CardFace = { title: string; category: string | null }

/** The version of the drawing code. Raise it when cards are drawn differently. */
const DRAWING_VERSION = 1

/** The start of the key of a card with this title and category. */
export function cardStart({ title, category }: CardFace): string {
  const content = [DRAWING_VERSION, title, category, cardColour(category)]
  return `card-${pictureFingerprint(content)}`
}

export type CardDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { storage: Storage }

/**
 * Draws and stores a card as an upload of this account. Returns its key. Throws card_not_drawn, for
 * example if storage is full.
 */
export async function storeCard(deps: CardDeps, accountId: string, face: CardFace) {
  try {
    const picture = await convertInTurn(await drawCard(face))
    return await storePicture(deps, { accountId, picture, start: cardStart(face) })
  } catch (error) {
    deps.log.warn({ err: error }, 'the card of an event was not drawn')
    throw new EventError('card_not_drawn')
  }
}

const [WIDTH, HEIGHT, MARGIN] = [1280, 720, 80]
const ROOM = WIDTH - 2 * MARGIN
/** Space below the title: the event page shows date and category on the picture's lower edge. */
const BELOW = 120
/**
 * Lists show a card small, so the letters are as large as the title allows. The upper third stays
 * free, because lists show the date there.
 */
const TRIES = [
  { size: 140, linesMax: 2 },
  { size: 104, linesMax: 3 },
  { size: 80, linesMax: 4 },
  { size: 66, linesMax: 5 },
  { size: 56, linesMax: 6 },
]

/** Draws the title on the category's colour as PNG; the category if the font lacks the letters. */
async function drawCard({ title, category }: CardFace): Promise<Buffer> {
  const words = isDrawable(title) ? title : (category ?? 'Lango')
  const { picture } = await fitText(words, TRIES, { weight: 'ExtraBold', room: ROOM })
  const size = { width: WIDTH, height: HEIGHT }
  return await sharp({ create: { ...size, channels: 3, background: cardColour(category) } })
    .composite([
      { input: svgOf(size, arch()) },
      { input: picture.input, left: MARGIN, top: HEIGHT - BELOW - picture.height },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** The arch of our sign, a little lighter than the ground. */
function arch(): string {
  const outer = 'M760 720V360a240 240 0 0 1 480 0v360h-120V360a120 120 0 0 0-240 0v360z'
  return `<path d="${outer}" fill="#fff" opacity=".1"/>`
}
