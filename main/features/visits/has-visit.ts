/** Apart from `visit-repository.ts`, so that a start which only asks this loads none of the schemas of a visit. */

import type { Database } from '../../platform/storage/database.ts';

export const hasVisit = ({ sql }: Database, id: string): boolean => sql.prepare('SELECT 1 FROM visit WHERE id = ?').get(id) !== undefined;
