/** The help of the command line, and its version. */
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { runCli, runHere } from '../support/cli/run-cli.ts';
import { languages } from '../support/doors/words.ts';
import { tempDir } from '../support/temp-dir.ts';

const named = [
  '--client-info',
  '--page',
  '--rect',
  '--out',
  '--reference-from',
  '--offline',
  '--accept',
  'queue list',
  'queue run',
  'queue retry',
  'queue cancel',
  'STATION_VAULT_KEY',
  '--port',
  '--json',
  '--data-dir',
  '--profile-file',
  '--practice',
  '--lang',
];

test('--help names every option, in each language', async () => {
  const folder = await tempDir();
  const texts = await Promise.all(languages.map((language) => runHere(['--help', '--lang', language], folder, {})));
  for (const { code, stdout } of texts) {
    expect(code).toBe(0);
    for (const name of named) expect(stdout).toContain(name);
  }
  expect(new Set(texts.map(({ stdout }) => stdout)).size).toBe(languages.length);
  expect(texts[languages.indexOf('es')]?.stdout).toContain('Códigos de salida');
  expect(texts[languages.indexOf('pt')]?.stdout).toMatch(/enviar documentos para assinatura.*Códigos de saída: 0 tudo feito/s);
});

test('--help after a command is about that command, and what its name begins', async () => {
  const folder = await tempDir();
  const commandsIn = async (...args: string[]) => {
    const { code, stdout } = await runHere([...args, '--help', '--lang', 'en'], folder, {});
    expect(code).toBe(0);
    expect(stdout).toContain('Exit codes');
    expect(stdout).toContain('--data-dir');
    const parts = stdout.split('\n\n');
    const usages = parts.slice(
      1,
      parts.findIndex((part) => part.startsWith('Every command')),
    );
    return usages.map((usage) => usage.split(/ [[A-Z-]|\n/)[0]);
  };
  expect(await commandsIn('hub', 'rule')).toEqual(['hub rule list', 'hub rule add', 'hub rule remove']);
  expect(await commandsIn('practice')).toEqual(['practice', 'practice push', 'practice fetch']);
  expect(await commandsIn('sign', 'contract.pdf')).toEqual(['sign']);
  expect((await commandsIn('nothing')).length).toBeGreaterThan(30);
});

test('--version', async () => {
  expect(await runCli(['--version'], await tempDir())).toEqual({ code: 0, stdout: `${packageFile.version}\n`, stderr: '' });
});
