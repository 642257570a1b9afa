/** A whole station with a real practice provider, for visits: rules, records, searches, documents and time. */

import type { Station } from './doors/app.ts';
import {
  type CaseDetails,
  type CaseView,
  type Policy,
  policySchema,
  type RecordWish,
  type ScreeningQuery,
  type ScreeningView,
} from './doors/domain.ts';
import { type Desk, openDesk } from './signing-desk.ts';

export type VisitDesk = Desk & {
  /** Opens a visit and answers with its id. */
  visit(details: Partial<CaseDetails>): string;
  view(id: string): CaseView;
  fetch(id: string, transaction: string, wish?: Partial<RecordWish>): Promise<string>;
  screen(id: string, name: string, identification: string): Promise<ScreeningView>;
  /** A record that the provider pushes. */
  push(record: Record<string, unknown>): Promise<string>;
  rules(policy: Partial<Record<keyof Policy, Partial<Policy['clearScreening']>>>): void;
  /** What the log of the visit tells, as `kind code`. */
  told(id: string): string[];
};

export async function visitDesk(options: Parameters<typeof openDesk>[0] = {}): Promise<VisitDesk> {
  const desk = await openDesk(options);
  const query = (name: string, identification: string): ScreeningQuery => ({ name, identification, judicial: false, procurator: false });
  return Object.assign(Object.create(desk) as Desk, {
    visit: (details: Partial<CaseDetails>) => desk.station.cases.create({ name: '', identification: '', transaction: '', ...details }).id,
    view: (id: string) => desk.station.cases.open(id),
    async fetch(id: string, transaction: string, wish: Partial<RecordWish> = {}) {
      const request = { parts: [transaction], wish: { images: false, documents: false, video: false, ...wish } };
      return (await desk.station.cases.fetch(id, request)).id;
    },
    screen: (id: string, name: string, identification: string) => desk.station.screening.search(query(name, identification), undefined, id),
    push: async (record: Record<string, unknown>) => pushed(desk.station, record),
    rules(policy: Parameters<VisitDesk['rules']>[0]) {
      const off = { level: 'off' };
      desk.station.settings.change({
        policy: policySchema.parse({ clearScreening: off, approvedFace: off, sameIdentification: off, blockedPerson: off, ...policy }),
      });
      desk.station.settingsChanged();
    },
    told: (id: string) =>
      desk.station.cases
        .open(id)
        .events.map(({ kind, detail }) => [kind, detail.status, detail.code].filter((part) => part !== undefined).join(' ')),
  });
}

/** Answers with the visit that it went to. */
async function pushed({ inbox }: Station, record: Record<string, unknown>): Promise<string> {
  await inbox.push(Buffer.from(JSON.stringify(record)), 'provider');
  return inbox.page({ text: '', show: 'all' }, 0, 1).items[0]?.caseId ?? '';
}
