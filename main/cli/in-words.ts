/** What went wrong, in one line for whoever started the command. */
import { problemOf } from '../../shared/errors.ts';
import type { Words } from '../words.ts';
import { WrongUse } from './wrong-use.ts';

export const inWords = (thrown: unknown, words: Words): string =>
  thrown instanceof WrongUse
    ? words.say('wrong-use', { what: words.say(`usage.${thrown.key}`, thrown.gaps) })
    : words.problem(problemOf(thrown));
