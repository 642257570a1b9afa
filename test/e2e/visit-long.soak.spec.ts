/** A visit with more screenings than are read at a glance. */
import { keepVisit } from './keep-visit.ts';
import { expect, type PageWithStation, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
const count = 130;

test.use({ language: 'en' });

test('a long visit shows its latest rows, what its findings are about, and more by a key', async ({ station }) => {
  const { page } = station;
  await page.getByRole('heading').first().waitFor();
  const blocked = { name: 'Evaristo José Quiroga Beltrán', identification: '79555001' };
  const id = await keepVisit(page, { ...blocked, search: blocked });
  const screen = (names: string[]) =>
    page.evaluate(
      async ([visitId, all]) => {
        const { invoke } = (window as unknown as PageWithStation).station;
        for (const name of all) {
          const query = { name, identification: '', judicial: false, procurator: false };
          const answer = await invoke['screening.screen']({ requestId: crypto.randomUUID(), query, visitId });
          if (!answer.ok) throw new Error(answer.problem.code);
        }
      },
      [id, names] as const,
    );
  await screen(Array.from({ length: count }, (_, number) => `Nadia Ninguna ${number}`));
  await page.keyboard.press('Control+4');
  await page.getByRole('row', { name: /Evaristo/ }).press('Enter');

  const part = page.getByRole('region', { name: t('customers.screenings.title') });
  const rows = part.locator('.cust-entry');
  await expect(part.getByRole('heading')).toContainText(String(count + 1));
  // The latest, and the first one, because of which a rule blocks.
  await expect(rows).toHaveCount(21);
  await expect(rows.first()).toContainText(`Nadia Ninguna ${count - 1}`);
  await expect(rows.last()).toContainText('Evaristo');
  const timeline = page.getByRole('region', { name: t('customers.timeline.title') });
  await expect(timeline.getByRole('listitem')).toHaveCount(20);

  // A row that arrives takes none away.
  await screen(['Última Persona']);
  await expect(rows).toHaveCount(22);
  await expect(rows.first()).toContainText('Última Persona');
  await expect(timeline.getByRole('listitem')).toHaveCount(21);

  // More by a key: what is read next is the first row that it added.
  const more = part.getByRole('button', { name: t('customers.screenings.title') });
  await expect(more).toHaveText(`${t('ui.tree.more', { count: 110 })} ${t('customers.screenings.title')}`);
  await more.press('Enter');
  await expect(rows).toHaveCount(122);
  await expect(rows.nth(21)).toBeFocused();
  await expect(more).toContainText(t('ui.tree.more', { count: 10 }));
  await more.press('Enter');
  await expect(rows.nth(121)).toBeFocused();
  await expect(rows).toHaveCount(count + 2);
  await expect(more).toHaveCount(0);

  // Of the timeline, too; there is a button for every row.
  await timeline.getByRole('button', { name: `${t('ui.tree.more', { count: count - 18 })}` }).click();
  await expect(timeline.getByRole('listitem')).toHaveCount(121);
});
