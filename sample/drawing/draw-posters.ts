// npm run posters -- KEY COLOUR: draws the poster of the sample event KEY, such as lake-derby, in
// shades of COLOUR, such as '#0b6e4f'. Posters are committed: the shop reads them and draws none.
import { writeFile } from 'node:fs/promises'
import { sampleEvents } from '../events/all-events.ts'
import { drawPoster } from './draw-poster.ts'

const [key, colour = ''] = process.argv.slice(2)
const event = sampleEvents.find((one) => one.key === key)
if (!event || !/^#[0-9a-f]{6}$/i.test(colour)) {
  const keys = sampleEvents.map((one) => one.key).join(', ')
  console.error(`npm run posters -- KEY '#c2410c'\nKEY is one of: ${keys}`)
  process.exit(2)
}
const file = new URL(`../posters/${event.key}.webp`, import.meta.url)
const bytes = await drawPoster(event.title, colour)
await writeFile(file, bytes)
console.log(`${event.key}.webp: ${bytes.length} bytes`)
