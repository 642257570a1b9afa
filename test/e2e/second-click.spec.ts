/** A double click does what one click does, and a key that is held down what it does once: neither reaches what comes next. */
import { row } from './clerk.ts';
import { keepVisit } from './keep-visit.ts';
import type { PageWithStation } from './launch.ts';
import { expect, test } from './queue-fixture.ts';
import { systemOf } from './running.ts';
import { words } from './words.ts';

const t = words('en');

test('a double click opens a visit, a dialog and a list, and nothing more', async ({ station: { page } }) => {
  for (const name of ['Ana', 'Beto', 'Cora', 'Dina']) await keepVisit(page, { name, fetch: false });
  await page.keyboard.press('Control+4');
  const rows = page.getByRole('row');
  const listed = page.getByRole('row', { name: 'Ana' });
  await listed.click();
  const sign = page.getByRole('button', { name: t('customers.acts.sign') });
  const place = await sign.boundingBox();
  if (place === null) throw new Error('the button has no place');
  const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
  await page.keyboard.press('Escape');
  await expect(sign).toBeHidden();

  await test.step('the row that is where the visit has a button', async () => {
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
    expect(boxes.some((box) => box !== null && box.y < middle.y && middle.y < box.y + box.height)).toBe(true);
    await page.mouse.dblclick(middle.x, middle.y);
    await expect(sign).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(listed).toBeVisible();
    await expect(sign).toBeHidden();
  });

  await test.step('nor does it select the text of the visit', async () => {
    await listed.dblclick();
    await expect(sign).toBeVisible();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    await page.keyboard.press('Escape');
  });

  await test.step('a dialog stays open', async () => {
    await page.getByRole('button', { name: t('customers.new.title') }).dblclick();
    await expect(page.getByRole('dialog', { name: t('customers.new.title') })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a button that does something else by then is not pressed again; one whose figure changed is', async () => {
    await page.evaluate(() => {
      for (const labels of [
        ['Send 3', 'Next customer', 'Third'],
        ['10 more', '20 more', '30 more'],
      ]) {
        const button = document.createElement('button');
        button.textContent = labels[0] ?? null;
        button.addEventListener('click', () => {
          button.textContent = labels[labels.indexOf(button.textContent ?? '') + 1] ?? null;
        });
        Object.assign(button.style, {
          position: 'fixed',
          bottom: '0',
          insetInlineStart: labels[0] === 'Send 3' ? '0' : '200px',
          zIndex: 9,
        });
        document.body.append(button);
      }
    });
    await page.getByRole('button', { name: 'Send 3' }).dblclick();
    await expect(page.getByRole('button', { name: 'Next customer' })).toBeVisible();
    await page.getByRole('button', { name: '10 more' }).dblclick();
    await expect(page.getByRole('button', { name: '30 more' })).toBeVisible();
    await page.evaluate(() => {
      for (const button of document.querySelectorAll('body > button')) button.remove();
    });
  });

  await test.step('two clicks on one button are two', async () => {
    await page.keyboard.press('Control+3');
    const judicial = page.getByRole('checkbox', { name: t('screening.source.judicial') });
    await judicial.dblclick({ force: true });
    await expect(judicial).not.toBeChecked();
  });
});

test('a press at the moment in which a list moves under the pointer opens no other visit', async ({ station: { page } }) => {
  for (const name of ['Ana', 'Beto', 'Cora']) await keepVisit(page, { name, fetch: false });
  await page.keyboard.press('Control+4');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toHaveAccessibleName('Cora');
  await rows.first().hover();
  // No moment passes for the page from here on.
  await page.clock.setFixedTime(new Date('2026-11-30T10:00:00Z'));
  await keepVisit(page, { name: 'Dina', fetch: false });
  await expect(rows.first()).toHaveAccessibleName('Dina');
  await page.mouse.down();
  await page.mouse.up();
  // The next press is meant for what is there.
  const another = page.getByRole('row', { name: 'Beto' });
  await another.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Beto' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows.first()).toHaveAccessibleName('Dina');
  await rows.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dina' })).toBeVisible();
});

test('Enter in the palette opens nothing that was found for an earlier text', async ({ station }) => {
  const { page } = station;
  for (const name of ['Ana', 'Beto']) await keepVisit(page, { name, fetch: false });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: t('dialogs.palette.title') });
  const field = palette.locator('input');
  await field.fill('Ana');
  await expect(palette.getByRole('option', { name: 'Ana' })).toBeVisible();
  const system = systemOf(station);
  // What is found for the next text comes late.
  system.signal('SIGSTOP');
  try {
    await field.fill('Beto');
    await expect(palette.getByRole('option')).toHaveCount(0);
    await expect(palette.getByText(t('dialogs.palette.nothing'))).toBeHidden();
  } finally {
    system.signal('SIGCONT');
  }
  await expect(palette.getByRole('option', { name: 'Beto' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Beto' })).toBeVisible();
});

test('Delete that is held down removes one document, from the list of Sign and from the queue', async ({ queue, station }) => {
  const { page } = station;
  await queue.connect(station);
  await queue.send(station, 'a', 'b', 'c');
  for (const name of ['a', 'b', 'c']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.signed'));
  for (const area of ['1', '2']) {
    await page.keyboard.press(`Control+${area}`);
    const rows = page.getByRole('row').filter({ hasText: '.pdf' });
    await rows.first().click();
    await page.keyboard.down('Delete');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toBeFocused();
    await page.keyboard.down('Delete');
    await page.keyboard.up('Delete');
    // Brings back all that the key removed last.
    await page.keyboard.press('Control+z');
    await expect(rows).toHaveCount(3);
  }
});

test('Escape that is held down closes a dialog, and not the visit under it', async ({ station: { page } }) => {
  await keepVisit(page, { name: 'Ana', fetch: false });
  await page.keyboard.press('Control+4');
  await page.getByRole('row', { name: 'Ana' }).click();
  const edit = page.getByRole('button', { name: t('customers.edit.act') });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: t('customers.edit.title') });
  await expect(dialog).toBeVisible();
  await page.keyboard.down('Escape');
  await expect(dialog).toHaveCount(0);
  for (let count = 0; count < 5; count++) await page.keyboard.down('Escape');
  await page.keyboard.up('Escape');
  await expect(edit).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();
});

test('Enter that is held down asks once for a record that cannot be fetched', async ({ provider, queue, station }) => {
  const { page } = station;
  const asked = () => provider.log().filter(({ operation }) => operation === 'validation').length;
  await queue.connect(station);
  await queue.allowChecks(station);

  await keepVisit(page, { name: 'Ana', transaction: 'TX-2500', fetch: false });
  await page.keyboard.press('Control+4');
  await page.getByRole('row', { name: 'Ana' }).click();
  await page.getByRole('button', { name: t('customers.acts.fetch'), exact: true }).click();
  const number = page.getByRole('dialog').getByLabel(t('customers.details.transaction'));
  const again = page.getByRole('dialog').getByRole('button', { name: t('customers.fetch.again'), exact: true });
  await number.press('End');
  await page.keyboard.down('Enter');
  await expect(again).toBeVisible();
  await expect(number).toBeFocused();
  for (let count = 0; count < 5; count++) {
    await page.keyboard.down('Enter');
    await expect(again).toBeVisible();
  }
  await page.keyboard.up('Enter');
  expect(asked()).toBe(1);
  // Pressed again, it asks again.
  await page.keyboard.press('Enter');
  await expect.poll(asked).toBe(2);
});

test('a message is in the language of the window', async ({ station: { page } }) => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: t('dialogs.palette.title') });
  await expect(palette).toBeVisible();
  await page.keyboard.type(t('signing.firstSteps.label'));
  await palette.getByRole('option', { name: t('signing.firstSteps.label') }).click();
  const message = page.locator('.ui-toasts').getByRole('alertdialog');
  // While the palette closes, Escape is its key.
  await page.getByRole('button', { name: t('signing.firstSteps.leave') }).click();
  await expect(message).toContainText(t('signing.firstSteps.left', { palette: 'Ctrl+K' }));
  // Under the pointer it stays for as long as the pointer does.
  await message.hover();
  const es = words('es');
  await page.evaluate(() => (window as unknown as PageWithStation).station.invoke['settings.set']({ language: 'es' }));
  await expect(page.getByRole('button', { name: es('app.rail.sign'), exact: true })).toBeVisible();
  await expect(message).toContainText(es('signing.firstSteps.left', { palette: 'Ctrl+K' }));
});
