/** The path of the validation query (interface description, endpoint E): a template whose gaps stand in braces. Pure. */
import { gapsOf } from '../../shared/domain/profile.ts';
import { StationError } from '../../shared/errors.ts';

const gap = /\{[^{}]+\}/g;

/**
 * The address with its gaps filled in order, encoded; null when a value cannot stand there: `.` and `..` alone between
 * slashes, which an address does not keep however encoded.
 * @throws StationError `validation-parts-missing` for the first gap without a value
 */
export function filledAddress(baseUrl: string, template: string, values: readonly string[]): URL | null {
  const gaps = gapsOf(template);
  if (values.length > gaps.length) throw new StationError('internal', undefined, { message: 'more values than parts' });
  const missing = gaps.find((_, at) => (values[at] ?? '').trim() === '');
  if (missing !== undefined) throw new StationError('validation-parts-missing', { part: missing });
  let at = 0;
  const path = template.replace(/^\/+/, '').replace(gap, () => encodeURIComponent((values[at++] ?? '').toWellFormed()));
  const url = URL.parse(`${baseUrl}/${path}`);
  return url?.href.endsWith(`/${path}`) ? url : null;
}
