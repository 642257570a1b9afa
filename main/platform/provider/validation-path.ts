/** The path of the validation query (interface description, endpoint E): a template whose gaps stand in braces. Pure. */
import { gapsOf } from '../../../shared/domain/profile.ts';
import { StationError } from '../../../shared/errors.ts';

const gap = /\{[^{}]+\}/g;

/**
 * The address with its gaps filled in order, encoded.
 * @throws StationError `validation-parts-missing` for the first gap without a value; `validation-part-unusable` for the first
 * whose value cannot stand there: `.` and `..` alone between slashes, which an address does not keep however encoded
 */
export function filledAddress(baseUrl: string, template: string, values: readonly string[]): URL {
  const gaps = gapsOf(template);
  if (values.length > gaps.length) throw new StationError('internal', undefined, { message: 'more values than parts' });
  const missing = gaps.find((_, at) => (values[at] ?? '').trim() === '');
  if (missing !== undefined) throw new StationError('validation-parts-missing', { part: missing });
  const url = filled(baseUrl, template, values);
  if (url !== null) return url;
  const unusable = gaps.findIndex(
    (_, at) =>
      filled(
        baseUrl,
        template,
        values.map((value, other) => (other === at ? value : 'x')),
      ) === null,
  );
  throw new StationError('validation-part-unusable', { part: gaps[Math.max(unusable, 0)] ?? '' });
}

function filled(baseUrl: string, template: string, values: readonly string[]): URL | null {
  let at = 0;
  const path = template.replace(/^\/+/, '').replace(gap, () => encodeURIComponent((values[at++] ?? '').toWellFormed()));
  const url = URL.parse(`${baseUrl}/${path}`);
  return url?.href.endsWith(`/${path}`) ? url : null;
}
