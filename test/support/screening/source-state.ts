/** The state of one source of an answer that has no other. */
import type { ScreeningQuery, SourceName, SourceResult } from '../doors/domain.ts';
import { readSources, type SourcesInput } from '../doors/screening.ts';

const member: Record<SourceName, string> = {
  lists: 'datos_tsti',
  judicial: 'datos_ramajudicial',
  procurator: 'datos_pro',
  news: 'datos_amlnews',
  social: 'datos_twitter',
};

/** @param values of the source, in its only result */
export function sourceState(source: SourceName, values: unknown, of: ScreeningQuery, more: Partial<SourcesInput> = {}): SourceResult {
  const results = [{ [member[source]]: values }];
  const { sources } = readSources({ query: of, results, undescribed: [], year: null, rules: [], readings: [], trusted: true, ...more });
  const found = sources.find((one) => one.source === source);
  if (!found) throw new Error(source);
  return found;
}
