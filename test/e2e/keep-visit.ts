/** Visits that are there already when a spec or a picture begins: through the page's own bridge, without the forms. */
import type { Page } from 'playwright/test';
import { type Policy, policySchema, type RecordWish } from '../support/doors/domain.ts';
import type { PageWithStation } from './launch.ts';

export type VisitToKeep = {
  name?: string;
  identification?: string;
  /** With a number, its record is fetched too, unless `fetch` says not to. */
  transaction?: string;
  fetch?: boolean;
  wish?: Partial<RecordWish>;
  /** Who is searched for in the lists. */
  search?: { name: string; identification: string };
};

/** Answers with its id. */
export function keepVisit(page: Page, visit: VisitToKeep): Promise<string> {
  return page.evaluate(async ({ name = '', identification = '', transaction = '', fetch = true, wish, search }) => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const made = await invoke['visits.create']({ name, identification, transaction });
    if (!made.ok) throw new Error(made.problem.code);
    const { id } = made.value;
    if (transaction !== '' && fetch) {
      const answer = await invoke['visits.fetch']({
        id,
        fetchId: crypto.randomUUID(),
        parts: [transaction],
        wish: { images: true, documents: false, video: false, ...wish },
      });
      if (!answer.ok) throw new Error(answer.problem.code);
    }
    if (search) {
      const query = { ...search, judicial: false, procurator: false };
      const answer = await invoke['screening.screen']({ requestId: crypto.randomUUID(), query, visitId: id });
      if (!answer.ok) throw new Error(answer.problem.code);
    }
    return id;
  }, visit);
}

type Rules = { [rule in keyof Policy]?: Partial<Policy[rule]> };

/** Rules that are not given are as they are at first. */
export function setRules(page: Page, rules: Rules, { clerk = 'Luz Marina', retentionDays = 365 } = {}): Promise<void> {
  return page.evaluate(
    async (change) => {
      const answer = await (window as unknown as PageWithStation).station.invoke['settings.set'](change);
      if (!answer.ok) throw new Error(answer.problem.code);
    },
    { policy: policySchema.parse(rules), clerk, retentionDays },
  );
}
