/** The certificate out of the built bundle, away from the checkout's packages: its fonts are next to it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, loadConfigFromFile } from 'vite';
import { expect, it } from 'vitest';
import { poppler } from '../support/pdf/poppler.ts';
import { certificateFacts, clearView } from '../support/screening/certificate-views.ts';
import { tempDir } from '../support/temp-dir.ts';

it('the built code alone makes the certificate, with the fonts and their licence next to it', async () => {
  const folder = await tempDir();
  const root = join(import.meta.dirname, '../..');
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.main.config.ts'));
  const { config } = loaded ?? {};
  if (!config?.build?.rolldownOptions) throw new Error('The configuration of the build was not read');
  // Only this part of the bundle; everything else is as it is built.
  config.build.outDir = folder;
  config.build.rolldownOptions.input = { main: join(root, 'main/features/screening/certificate/make-certificate.ts') };
  await build({ ...config, configFile: false, logLevel: 'error' });

  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'try.js'),
    `import { writeFileSync } from 'node:fs';
     import { makeCertificate } from './main.js';
     const { view, facts } = ${JSON.stringify({ view: clearView, facts: { ...certificateFacts, language: 'es' } })};
     writeFileSync('made.pdf', await makeCertificate(view, { ...facts, madeAt: new Date(facts.madeAt) }));`,
  );
  await promisify(execFile)(process.execPath, ['try.js'], { cwd: folder });
  const bytes = await readFile(join(folder, 'made.pdf'));
  expect(await poppler('pdftotext', ['-', '-'], bytes)).toContain('SIN COINCIDENCIAS');
  expect(await poppler('pdffonts', ['-'], bytes)).toContain('DejaVuSans-Bold');
  expect(existsSync(join(folder, 'fonts/LICENSE'))).toBe(true);
});
