/** `Scores`: who judged the transaction, and how. Pure. */
import type { RecordReading } from '../../../../shared/domain/record.ts';
import { isObject } from '../../../platform/json/exact-json.ts';
import { scoreMembers } from './members.ts';
import type { Taking } from './take.ts';

const names = scoreMembers.map(({ name }) => name);

export function readScores(value: unknown, taking: Taking): RecordReading['scores'] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    taking.defect(['Scores']);
    taking.keep(['Scores'], value);
    return [];
  }
  return value.flatMap((element: unknown, number) => {
    const path = ['Scores', number];
    if (!isObject(element)) {
      taking.defect(path);
      taking.keep(path, element);
      return [];
    }
    taking.keepOthers(element, path, names);
    return [{ number, fields: taking.fields(element, path, scoreMembers, 'Scores.') }];
  });
}
