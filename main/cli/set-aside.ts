/** `set-aside`: bodies that the client's own web service could not take and kept for a look, on a server without a window. */

import { basename, dirname, resolve } from 'node:path';
import { formatTime } from '../../shared/domain/local-format.ts';
import type { InboxItem } from '../../shared/domain/web-service.ts';
import { problemOf } from '../../shared/errors.ts';
import type { Inbox } from '../features/web-service/web-service.ts';
import { writeWhole } from '../platform/files/write-whole.ts';
import type { Words } from '../platform/i18n/words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { intoOutFile } from './out-file.ts';
import { noProvider } from './provider-choice.ts';
import { readArguments } from './read-arguments.ts';
import { aligned } from './table.ts';
import { WrongUse } from './wrong-use.ts';

type Options = { json: boolean; dataDir: string | undefined } & (
  | { subcommand: 'list' }
  | { subcommand: 'save'; id: string; out: string }
  | { subcommand: 'remove'; id: string }
);
/** `text`: what stands on stdout without `--json`; null for nothing. `said`: on stderr then. */
type Told = { json: object; text: string | null; said: string | null };

/** Needs neither profile nor secret, but the key of the data. */
export async function setAside(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readOptions(argv);
  const { station } = await openStation({ dataDir: options.dataDir, provider: noProvider(io) }, io, words);
  try {
    if (station.screening.state().memoryOnly) throw new WrongUse('set-aside-no-key');
    const { json, text, said } = await run(options, station.inbox, io.cwd, words);
    if (options.json) await io.out(`${JSON.stringify(json, null, 2)}\n`);
    else {
      if (text !== null) await io.out(`${text}\n`);
      if (said !== null) await io.err(`${said}\n`);
    }
    return exitCodes.allDone;
  } finally {
    await station.close();
  }
}

async function run(options: Options, inbox: Inbox, cwd: string, words: Words): Promise<Told> {
  if (options.subcommand === 'list') {
    const { items } = inbox.page({ text: '', show: 'set-aside' }, 0, Number.MAX_SAFE_INTEGER);
    return listed(items, words);
  }
  const { id, sha256, hasContents } = itemOf(inbox, options.id);
  if (options.subcommand === 'save') {
    if (!hasContents) throw new WrongUse('set-aside-no-contents');
    const path = resolve(cwd, options.out);
    const { name } = await intoOutFile(() => writeWhole({ folder: dirname(path), name: basename(path), content: inbox.read(id) }));
    return { json: { id, name, sha256 }, text: null, said: words.say('set-aside.saved', { name }) };
  }
  await inbox.remove(id);
  return { json: { id, removed: true }, text: null, said: words.say('set-aside.removed') };
}

/** @throws WrongUse */
function itemOf(inbox: Inbox, id: string): InboxItem {
  try {
    const item = inbox.item(id);
    if (item.kind === 'set-aside') return item;
  } catch (thrown) {
    if (problemOf(thrown).code !== 'inbox-unknown') throw thrown;
  }
  throw new WrongUse('set-aside-unknown');
}

function listed(items: readonly InboxItem[], words: Words): Told {
  const head = ['id', 'received', 'user', 'bytes', 'why'].map((column) => words.say(`set-aside.${column}`));
  const rows = items.map(({ id, receivedAt, user, size, sizeIsLowerBound, problem }) => [
    id,
    formatTime(receivedAt, 'shortSeconds', words.language),
    user,
    sizeIsLowerBound ? `≥ ${size}` : String(size),
    problem === null ? '—' : words.say(`problems:${problem.code}.why`, { ...problem.detail }),
  ]);
  const told = items.map(({ id, receivedAt, user, size, sizeIsLowerBound, sha256, hasContents, problem }) => ({
    id,
    receivedAt,
    user,
    size,
    sizeIsLowerBound,
    sha256,
    hasContents,
    code: problem?.code ?? null,
  }));
  return { json: { setAside: told }, text: aligned([head, ...rows]).join('\n'), said: null };
}

/** @throws WrongUse */
function readOptions(argv: readonly string[]): Options {
  const { values, rest } = readArguments(argv, { ...commonOptions, out: 'string' });
  checkLanguage(values.lang);
  const [subcommand, id, ...more] = rest;
  const common = { json: values.json ?? false, dataDir: values['data-dir'] };
  if (subcommand !== 'list' && subcommand !== 'save' && subcommand !== 'remove') throw new WrongUse('set-aside-what');
  if (subcommand !== 'save' && values.out !== undefined) throw new WrongUse('unknown-option', { option: '--out' });
  if (subcommand === 'list') {
    if (id !== undefined) throw new WrongUse('arguments-not-taken', { command: 'set-aside list' });
    return { ...common, subcommand };
  }
  if (id === undefined || more.length > 0) throw new WrongUse('set-aside-one-id', { command: `set-aside ${subcommand}` });
  if (subcommand === 'remove') return { ...common, subcommand, id };
  if (values.out === undefined) throw new WrongUse('set-aside-out-missing');
  return { ...common, subcommand, id, out: values.out };
}
