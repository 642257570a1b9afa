/** `screen`: one person on the risk lists, or a list of persons from a file. */

import type { Words } from '../platform/i18n/words.ts';
import { checkLanguage } from './common-options.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { withPersonalValues } from './personal-values.ts';
import { chooseProvider, demandSection } from './provider-choice.ts';
import { screenList } from './screen-list.ts';
import { screenOne } from './screen-one.ts';
import { readScreenOptions } from './screen-options.ts';

export async function screen(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = readScreenOptions(await withPersonalValues(argv, ['name', 'id'], io));
  const { values } = options;
  checkLanguage(values.lang);
  const provider = await chooseProvider({ practice: values.practice ?? false, profileFile: values['profile-file'], section: 'search' }, io);
  const { station } = await openStation({ dataDir: values['data-dir'], provider }, io, words);
  try {
    await demandSection(station, provider, 'search');
    return await ('one' in options
      ? screenOne(station, options.one, options.json, io, words)
      : screenList(station, options.list, options.json, io, words));
  } finally {
    await station.close();
  }
}
