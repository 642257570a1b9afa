/** A match with every member empty, to be changed by the tests. */
import type { Match } from '../doors/domain.ts';

type Known = Pick<Match, 'number' | 'reasons'> & Partial<Match>;

export const bareMatch = (known: Known): Match => ({
  names: [],
  aliases: [],
  lists: [],
  relatedLists: [],
  categories: [],
  countries: [],
  citizenships: [],
  identifications: [],
  passports: [],
  statuses: [],
  details: [],
  related: [],
  url: null,
  entry: {},
  ...known,
});
