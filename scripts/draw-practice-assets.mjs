/**
 * Draws the pictures and the liveness video of the practice provider's records into `practice/assets`, which is checked in:
 * run it by hand when a drawing is to change. Needs `/usr/bin/chromium` (or CHROMIUM) and `ffmpeg` with VP9. No person is drawn, and every
 * picture says PRÁCTICA.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from './lib/project.mjs';

const folder = join(root, 'practice/assets');
const frames = { perSecond: 12, count: 36, width: 320, height: 400 };
const font = 'font-family="DejaVu Sans, sans-serif"';

const picture = (width, height, inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;
const text = (x, y, size, words, more = '') => `<text x="${x}" y="${y}" font-size="${size}" ${font} ${more}>${words}</text>`;

/** A head of plain shapes in a box of 200 × 250. `look`: how far it is turned, -1 to 1; `blink`: its eyes are shut. */
function head({ hair, skin, shirt, glasses = false, look = 0, blink = false }) {
  const turn = look * 14;
  const eye = (x) =>
    blink
      ? `<path d="M${x - 9} 112 q9 6 18 0" stroke="#2b2320" stroke-width="3" fill="none"/>`
      : `<ellipse cx="${x}" cy="112" rx="9" ry="7" fill="#fff"/><circle cx="${x + look * 4}" cy="112" r="4.5" fill="#2b2320"/>`;
  const lens = (x) => `<circle cx="${x}" cy="112" r="17" fill="none" stroke="#333" stroke-width="3"/>`;
  return `
    <path d="M10 250 q10 -62 90 -62 q80 0 90 62 z" fill="${shirt}"/>
    <rect x="80" y="160" width="40" height="42" rx="14" fill="${skin}"/>
    <ellipse cx="100" cy="96" rx="66" ry="76" fill="${hair}"/>
    <ellipse cx="100" cy="112" rx="54" ry="66" fill="${skin}"/>
    <path d="M46 96 q${54 + turn} -58 108 0 q-8 -62 -54 -64 q-46 2 -54 64 z" fill="${hair}"/>
    ${eye(78 + turn)}${eye(122 + turn)}${glasses ? [lens(78 + turn), lens(122 + turn), `<path d="M${95 + turn} 110 h10" stroke="#333" stroke-width="3"/>`].join('') : ''}
    <path d="M${68 + turn} 97 q10 -6 20 0 M${112 + turn} 97 q10 -6 20 0" stroke="${hair}" stroke-width="4" fill="none"/>
    <path d="M${100 + turn * 1.3} 116 l-6 20 h10" stroke="#00000055" stroke-width="3" fill="none"/>
    <path d="M${82 + turn} 150 q18 12 36 0" stroke="#a4433f" stroke-width="4" fill="none"/>`;
}

const person = { hair: '#3a2a22', skin: '#c98f6b', shirt: '#2f5d7c' };
const someoneElse = { hair: '#8d8d92', skin: '#e0b592', shirt: '#7c2f4b', glasses: true };
const boxed = (x, y, width, height, inside) =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 200 250">${inside}</svg>`;

const waves = (width, height, colour) =>
  Array.from({ length: Math.floor(height / 24) }, (_, row) => {
    const bends = Array.from({ length: Math.floor(width / 80) - 1 }, () => 't40 0 t40 0').join(' ');
    return `<path d="M12 ${row * 24 + 14} q20 -12 40 0 t40 0 ${bends}" stroke="${colour}" stroke-width="1" fill="none"/>`;
  }).join('');
const stamp = (x, y, size) =>
  text(x, y, size, 'PRÁCTICA', `fill="#b3261e" fill-opacity="0.28" font-weight="700" letter-spacing="6" transform="rotate(-18 ${x} ${y})"`);

function front() {
  const row = (y, name, value) =>
    text(300, y, 17, name, 'fill="#5b6b75"') + text(300, y + 30, 27, value, 'fill="#1c2a33" font-weight="700"');
  return `<rect width="800" height="505" rx="26" fill="#e7efe6"/>${waves(800, 505, '#c9dccb')}
    <rect width="800" height="84" fill="#39705a"/>
    ${text(36, 38, 24, 'REPÚBLICA DE PRÁCTICA', 'fill="#fff" font-weight="700"')}${text(36, 68, 18, 'Documento de identidad inventado', 'fill="#e3f1ea"')}
    <rect x="36" y="112" width="228" height="286" fill="#f6f6f2" stroke="#39705a" stroke-width="3"/>${boxed(40, 116, 220, 278, head(person))}
    ${row(134, 'NÚMERO', '00.000.000')}${row(214, 'APELLIDOS', 'DE PRÁCTICA')}${row(294, 'NOMBRES', 'PERSONA')}${row(374, 'FIRMA', '')}
    <path d="${signatureLine(300, 430)}" stroke="#1d2f6f" stroke-width="4" fill="none" stroke-linecap="round"/>
    ${text(36, 470, 17, 'Sin validez. Dibujo para aprender y probar.', 'fill="#5b6b75"')}${stamp(250, 430, 92)}`;
}

function back() {
  const dark = (row, column) => (Math.imul(row * 97 + column + 1, 0x9e3779b1) >>> 27) % 5 < 2;
  const barRow = (row) =>
    Array.from({ length: 72 }, (_, column) =>
      dark(row, column) ? `<rect x="${40 + column * 10}" y="${296 + row * 15}" width="10" height="15"/>` : '',
    ).join('');
  const bars = Array.from({ length: 10 }, (_, row) => barRow(row)).join('');
  const row = (y, name, value) => text(40, y, 17, name, 'fill="#5b6b75"') + text(330, y, 20, value, 'fill="#1c2a33" font-weight="700"');
  return `<rect width="800" height="505" rx="26" fill="#e7efe6"/>${waves(800, 505, '#c9dccb')}
    ${row(56, 'FECHA DE NACIMIENTO', '01-ENE-1900')}${row(96, 'LUGAR DE NACIMIENTO', 'CIUDAD DE PRÁCTICA')}${row(136, 'FECHA DE EXPEDICIÓN', '01-ENE-2000')}
    ${row(176, 'FECHA DE VENCIMIENTO', '01-ENE-2100')}
    <rect x="620" y="36" width="140" height="180" fill="#f6f6f2" stroke="#39705a"/>
    <g fill="none" stroke="#7b5c4c" stroke-width="3">${[12, 24, 36, 48, 60].map((radius) => `<ellipse cx="690" cy="128" rx="${radius * 0.8}" ry="${radius}"/>`).join('')}</g>
    ${text(40, 262, 17, 'Código de barras inventado: no lleva datos de nadie', 'fill="#5b6b75"')}
    <g fill="#1c2a33">${bars}</g>${text(40, 474, 17, 'Sin validez. Dibujo para aprender y probar.', 'fill="#5b6b75"')}${stamp(230, 300, 92)}`;
}

const signatureLine = (x, y) =>
  `M${x} ${y} c20 -60 40 -60 30 0 s-30 30 -8 -20 s40 -40 34 6 s40 -50 50 -6 s30 -50 44 -8 s50 20 60 -40 s-30 70 20 44 s60 -30 90 -14`;

const portrait =
  (who, more = {}) =>
  (width, height) =>
    `<rect width="${width}" height="${height}" fill="#d7e0e8"/><rect y="${height * 0.72}" width="${width}" height="${height * 0.28}" fill="#b9c6d0"/>
   ${boxed(0, height * 0.12, width, height * 0.88, head({ ...who, ...more }))}
   ${text(width / 2, height * 0.09, width * 0.075, 'PRÁCTICA', 'fill="#b3261e" font-weight="700" letter-spacing="4" text-anchor="middle"')}`;

/** As a scanner would leave them: the card alone for the crops, on a table and a little askew for the sides. */
const onTable = (card) =>
  `<g transform="scale(0.8333)"><rect width="960" height="640" fill="#6f5b4a"/><rect width="960" height="210" fill="#7d6857"/>
   <g transform="rotate(-3 480 320) translate(80 67)"><rect x="8" y="10" width="800" height="505" rx="26" fill="#00000055"/>${card}</g></g>`;

const pictures = {
  'document-front.jpg': [800, 533, onTable(front())],
  'document-back.jpg': [800, 533, onTable(back())],
  'front-crop.jpg': [800, 505, front()],
  'back-crop.jpg': [800, 505, back()],
  'customer.jpg': [480, 600, portrait(person)(480, 600)],
  'other-customer.jpg': [480, 600, portrait(someoneElse)(480, 600)],
  'document-face.jpg': [220, 278, portrait(person)(220, 278)],
  'document-signature.png': [
    460,
    140,
    `<rect width="460" height="140" fill="#f3f6f1"/><path d="${signatureLine(30, 90)}" stroke="#1d2f6f" stroke-width="5" fill="none" stroke-linecap="round"/>
     ${text(448, 130, 15, 'PRÁCTICA', 'fill="#b3261e" text-anchor="end"')}`,
  ],
};

/** Looks left, right and ahead, and blinks: what a liveness check asks for. */
function frame(index) {
  const part = index / frames.count;
  const instruction = part < 0.33 ? 'Mire a un lado' : part < 0.67 ? 'Mire al otro lado' : 'Parpadee';
  const look = part < 0.67 ? -Math.sin(part * 3 * Math.PI) : 0;
  const blink = part >= 0.67 && index % 6 < 2;
  return `${portrait(person, { look, blink })(frames.width, frames.height)}
    <rect y="${frames.height - 44}" width="${frames.width}" height="44" fill="#102a3acc"/>
    ${text(frames.width / 2, frames.height - 15, 20, instruction, 'fill="#fff" text-anchor="middle"')}`;
}

const scratch = mkdtempSync(join(tmpdir(), 'practice-assets-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage();
  const shoot = async (width, height, inside, options) => {
    await page.setViewportSize({ width, height });
    await page.setContent(`<body style="margin:0">${picture(width, height, inside)}</body>`);
    return page.screenshot(options);
  };
  for (const [name, [width, height, inside]] of Object.entries(pictures)) {
    const options = name.endsWith('.png') ? { type: 'png' } : { type: 'jpeg', quality: 50 };
    writeFileSync(join(folder, name), await shoot(width, height, inside, options));
  }
  for (let index = 0; index < frames.count; index++) {
    const file = join(scratch, `${String(index).padStart(3, '0')}.png`);
    writeFileSync(file, await shoot(frames.width, frames.height, frame(index), { type: 'png' }));
  }
  const input = ['-framerate', String(frames.perSecond), '-i', join(scratch, '%03d.png')];
  const vp9 = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-crf', '42', '-b:v', '0', '-fflags', '+bitexact', '-flags:v', '+bitexact'];
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...vp9, join(folder, 'liveness.webm')], { stdio: 'inherit' });
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
