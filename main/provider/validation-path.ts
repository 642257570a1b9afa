/** The path of the validation query (interface description, endpoint E): a template whose gaps stand in braces. Pure. */
import { gapsOf } from '../../shared/domain/profile.ts';

const gap = /\{[^{}]+\}/g;

/**
 * The address with the one gap filled, encoded; null when there is none or more than one, or when the value cannot
 * stand there: an empty one, and `.` and `..` alone between slashes, which an address does not keep however encoded.
 */
export function filledAddress(baseUrl: string, template: string, value: string): URL | null {
  if (gapsOf(template).length !== 1 || value === '') return null;
  const path = template.replace(/^\/+/, '').replace(gap, () => encodeURIComponent(value.toWellFormed()));
  const url = URL.parse(`${baseUrl}/${path}`);
  return url?.href.endsWith(`/${path}`) ? url : null;
}
