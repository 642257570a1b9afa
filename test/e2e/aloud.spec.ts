/** What a screen reader reads of the main jobs of its own accord: each outcome once, in its order, and no progress in between. */
import { startSwitchedLine } from '../support/network/switched-line.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { connect, openFolder, row } from './clerk.ts';
import { expect, test } from './launch.ts';
import { recordTranscript } from './transcript.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en' });

test('outcomes are read once, and the focus is where the next step is', async ({ folder, provider, station }) => {
  const { page } = station;
  const line = await startSwitchedLine(provider.origin);
  const transcript = await recordTranscript(page);
  /** Each line begins with one of these, in this order, and nothing else was read since the step before. */
  const expectSaid = async (...texts: string[]) => {
    await expect
      .poll(async () => (await transcript.said()).map((said, at) => (said.startsWith(texts[at] ?? said) ? (texts[at] ?? said) : said)))
      .toEqual(texts);
    await transcript.clear();
  };
  const selected = (name: string) => `${name} selected.`;

  await test.step('a person is screened: the answer is read as the heading that gets the focus', async () => {
    const name = 'Ana Clara Sinrastro Pombo';
    await page.keyboard.press('Control+3');
    await page.getByLabel(t('screening.form.name')).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `${t('screening.outcome.clear.word')}: ${name}` })).toBeFocused();
    await expectSaid(t('screening.running.words', { name }));
  });

  try {
    await test.step('three contracts are opened and placed', async () => {
      await connect(station, provider, line.origin);
      for (const name of ['a contract', 'b note', 'c annex']) await writeFile(folder, `${name}.pdf`, await plainPdf(1, name));
      await openFolder(station, folder);
      await expect(row(page, 'c annex.pdf')).toBeVisible();
      await expect(row(page, 'a contract.pdf')).toBeFocused();
      await expectSaid(t('signing.list.arrived'));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('application', { name: t('pdf.rectangle.name') })).toBeFocused();
    });

    await test.step('what is missing is read, and its field gets the focus', async () => {
      await page.keyboard.press('Control+Enter');
      await expect(page.getByLabel(t('signing.client.label'))).toBeFocused();
      await expectSaid(t('signing.send.checking'), t('signing.faults.title', { count: 1 }));
    });

    await test.step('they are sent, and one is rejected', async () => {
      await page.keyboard.type('TRX-0042');
      await expectSaid(t('signing.faults.cleared'));
      provider.misbehave('sign', {});
      provider.misbehave('sign', { entry: 'fail' });
      const answers = line.hold();
      await page.keyboard.down('Control');
      await page.keyboard.down('Enter');
      await expectSaid(t('signing.send.checking'), t('signing.send.announced', { count: 3 }));
      // The keys are held down a little longer.
      await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await page.keyboard.up('Control');
      answers.release();
      await expect(row(page, 'c annex.pdf')).toContainText(t('statuses.signed'));
      await expectSaid(`${t('signing.summary.signed', { count: 2 })} and ${t('signing.summary.rejected', { count: 1 })}`);
      await expect(page.getByLabel(t('signing.client.label'))).toBeFocused();
    });

    await test.step('the rejected one is sent again, and its result has the focus that its button had', async () => {
      await row(page, 'b note.pdf').click();
      await expectSaid(selected('b note.pdf'));
      const answers = line.hold();
      await page.getByRole('button', { name: t('signing.result.again') }).press('Enter');
      await expectSaid(t('signing.send.checking'), t('signing.send.announced', { count: 1 }));
      answers.release();
      await expectSaid(t('signing.summary.signed', { count: 1 }));
      await expect(page.getByRole('heading', { name: t('signing.result.title') })).toBeFocused();
    });
  } finally {
    await line.close();
  }
});

test('what appears in the settings while a person waits is read', async ({ provider, station }) => {
  const { page } = station;
  await connect(station, provider);
  const transcript = await recordTranscript(page);
  const name = 'Main branch';
  await page.keyboard.press('Control+,');

  await test.step('the test of a connection, and its result', async () => {
    const { said } = transcript;
    await page.getByRole('tab', { name: t('settings.sections.connections') }).click();
    await transcript.clear();
    await page.getByRole('button', { name: t('settings.profiles.testName', { name }) }).click();
    await expect.poll(async () => (await said())[0]).toBe(t('settings.test.running'));
    await expect.poll(async () => (await said())[1]).toContain(t('settings.test.good'));
  });

  await test.step('finding out how the provider counts, from the first document to the result', async () => {
    await page.getByRole('button', { name: t('settings.placementTest.openName', { name }) }).click();
    await page.getByLabel(t('settings.placementTest.clientInfo')).fill('TRX-0001');
    await transcript.clear();
    await page.keyboard.press('Enter');
    const found = `${t('settings.placementTest.unchanged.what')} ${t('settings.placementTest.found.why', { count: 2 })}`;
    await expect.poll(async () => (await transcript.said()).at(-1)).toBe(found);
    expect(await transcript.said()).toContain(t('settings.placementTest.steps.waiting', { number: 1 }));
  });

  await test.step('that there is something to save', async () => {
    await page.getByRole('tab', { name: t('settings.sections.service') }).click();
    await transcript.clear();
    await page.getByRole('textbox', { name: t('service.fields.port.label'), exact: true }).fill('9000');
    await page.keyboard.press('Tab');
    await expect.poll(transcript.said).toContain(t('service.unsaved'));
  });
});
