/** Texts of a provider, and of a list, on which a pattern that reads a part again and again needs hours: they are read in one go, in a process that can be ended. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { longWait } from '../support/waiting.ts';

const size = 2_000_000;

const texts: [what: string, module: string, script: string][] = [
  ['backslashes in base64', 'platform/json/base64.ts', `m.base64Bytes('\\\\'.repeat(${size}) + 'A')`],
  [
    'a text without end in JSON with something around it',
    'platform/json/around-json.ts',
    `m.jsonWithin('x {"a": ' + '"\\\\'.repeat(${size}))`,
  ],
  ['marks around JSON', 'platform/json/around-json.ts', `m.jsonWithin('for(;;)'.repeat(1000) + '= {"a":1}').around.length`],
  ['a text without end in JSON with faults', 'platform/json/around-json.ts', `m.plainJson('"\\\\'.repeat(${size})).slice(0, 0)`],
  [
    'blanks between the numbers of a page',
    'features/screening/answer/read-answer.ts',
    `m.readAnswer(Buffer.from(JSON.stringify({ results: [{ datos_pro: { pagina: '0a' + '\\t'.repeat(${size}) } }] })), ${JSON.stringify({
      name: 'Ana Ruiz',
      identification: '1020030',
      judicial: true,
      procurator: true,
    })}).outcome`,
  ],
  [
    'digits in a cell of a list',
    'features/screening/bulk/table/guess-mapping.ts',
    `m.guessHeader([['Otro'], ['1'.repeat(${size}) + 'x']])`,
  ],
  [
    'brackets in the format of a workbook',
    'features/screening/bulk/table/xlsx/sheet-reader.ts',
    `m.numberStyle(200, '[H'.repeat(${size}))`,
  ],
];

test.each(texts)('%s', async (_, module, script) => {
  const path = new URL(`../../main/${module}`, import.meta.url).href;
  const code = `const m = await import(${JSON.stringify(path)}); console.log(String(${script}));`;
  const node = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code];
  await expect(promisify(execFile)(process.execPath, node, { timeout: longWait.timeout })).resolves.toMatchObject({ stderr: '' });
});
