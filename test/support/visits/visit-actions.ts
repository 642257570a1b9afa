/** Acts on visits of a station: their policy, records, screenings and the provider's pushes about them. */
import { type Policy, policySchema, type RecordWish, type ScreeningView, type VisitDetails, type VisitView } from '../doors/domain.ts';
import type { SigningStation } from '../signing/signing-actions.ts';
import type { TestStation } from '../station.ts';

export type VisitStation = SigningStation & ReturnType<typeof withVisitActions<TestStation>>;

export function withVisitActions<S extends TestStation>(station: S) {
  return Object.assign(station, {
    /** Opens a visit and returns its id. */
    visit: (details: Partial<VisitDetails>): string =>
      station.visits.create({ name: '', identification: '', transaction: '', ...details }).id,
    view: (id: string): VisitView => station.visits.open(id),
    /** Fetches a record for a visit; returns the record's id. */
    async fetch(id: string, transaction: string, wish: Partial<RecordWish> = {}): Promise<string> {
      const request = { parts: [transaction], wish: { images: false, documents: false, video: false, ...wish } };
      return (await station.visits.fetch(id, request)).id;
    },
    screen: (id: string, name: string, identification: string): Promise<ScreeningView> =>
      station.screening.screen({ name, identification, judicial: false, procurator: false }, undefined, id),
    /** Pushes a record as the provider does; returns the id of its visit. */
    async push(record: Record<string, unknown>): Promise<string> {
      await station.inbox.ingestPush(Buffer.from(JSON.stringify(record)), 'provider');
      return station.inbox.page({ text: '', show: 'all' }, 0, 1).items[0]?.visitId ?? '';
    },
    /** Puts these policy rules in force, and no other ones. */
    rules(policy: Partial<Record<keyof Policy, Partial<Policy['clearScreening']>>>): void {
      const off = { level: 'off' };
      station.settings.change({
        policy: policySchema.parse({
          clearScreening: off,
          approvedFace: off,
          recordAlerts: off,
          sameIdentification: off,
          blockedPerson: off,
          ...policy,
        }),
      });
      station.settingsChanged();
    },
    /** Events in the log of the visit, as `kind code`. */
    logged: (id: string): string[] =>
      station.visits
        .open(id)
        .events.map(({ kind, detail }) => [kind, detail.status, detail.code].filter((part) => part !== undefined).join(' ')),
  });
}
