// node scripts/draw-gate-icons.mjs: draws the icons of the installed gate app.
import sharp from 'sharp'

const FOLDER = 'src/web/gate'

/** Draws the arch of the shop's logo with a tick. */
const draw = (radius, scale) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="${radius}" fill="#14110e"/>
  <g transform="translate(32 32) scale(${scale}) translate(-32 -32)" fill="none" stroke-width="7">
    <path d="M14 56V30a18 18 0 0 1 36 0v26" stroke="#e8590c"/>
    <path d="M23 38l7 7 12-15" stroke="#fff" stroke-linecap="round" stroke-linejoin="round"/>
  </g></svg>`

const write = (svg, size, name) =>
  sharp(Buffer.from(svg), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${FOLDER}/${name}`)

await write(draw(14, 0.8), 192, 'icon-192.png')
await write(draw(14, 0.8), 512, 'icon-512.png')
// Phones crop this icon to their own shape, so only the inner four fifths are certain to stay
// visible.
await write(draw(0, 0.62), 512, 'icon-mask-512.png')
