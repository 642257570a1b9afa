/** A company whose certificate only the operating system knows: the connection test offers the system's network, and documents are signed by it. */
import { writeFile as write } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { listen } from '../support/network/listening.ts';
import { makeAuthority } from '../support/network/test-ca.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { announced, brokenRules } from './broken-rules.ts';
import { connect, prepareContract, row } from './clerk.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

/** Passes everything on to the provider, over TLS. */
async function overTls(certificate: https.ServerOptions, origin: string) {
  const server = https.createServer(certificate, (request, answer) => {
    const onward = http.request(new URL(request.url ?? '/', origin), { method: request.method, headers: request.headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    request.pipe(onward);
  });
  const port = await listen(server);
  return { origin: `https://127.0.0.1:${port}`, close: () => server.closeAllConnections() };
}

test('is offered by the connection test, and signs', async ({ folder, provider, launch }) => {
  const authority = await makeAuthority();
  const company = await overTls(await authority.issue(), provider.origin);
  try {
    const roots = join(folder, 'roots.pem');
    await write(roots, authority.pem);
    const station = await launch({ env: { ELECTRON_HOST_ROOTS: roots } });
    test.skip(station.runtime === 'electron', 'the authorities of this computer are not changed for a test');
    const { page } = station;
    await page.getByRole('heading').first().waitFor();
    await connect(station, provider, company.origin);

    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: t('settings.profiles.testName', { name: 'Main branch' }) }).click();
    await expect(page.getByText(t('settings.test.systemMay'))).toBeVisible();
    expect(await brokenRules(page, { passed: announced })).toEqual([]);
    await page.getByRole('button', { name: t('settings.test.useSystem') }).click();
    await expect(page.getByText(t('settings.test.good'))).toBeVisible();

    // What the system's network cannot use is refused, with the way out.
    await page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch' }) }).click();
    await page.getByRole('button', { name: t('settings.groups.network'), exact: true }).click();
    const choose = async (field: 'transport' | 'proxy', option: string) => {
      await page.getByRole('button', { name: t(`settings.fields.${field}.label`) }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await expect(page.getByRole('button', { name: t('settings.fields.transport.label') })).toContainText(
      t('settings.fields.transport.system'),
    );
    await choose('proxy', t('settings.fields.proxy.none'));
    await page.getByRole('button', { name: t('settings.profile.save') }).click();
    await expect(page.getByText(t('settings.faults.transport'))).toBeVisible();
    expect(await brokenRules(page, { passed: announced })).toEqual([]);
    await choose('proxy', t('settings.fields.proxy.system'));
    await expect(page.getByText(t('settings.faults.transport'))).toBeHidden();
    await page.getByRole('button', { name: t('settings.profile.save') }).click();
    await expect(page.getByRole('heading', { name: t('settings.profiles.title') })).toBeVisible();

    await writeFile(folder, 'contract.pdf', await plainPdf(1, 'contract'));
    await prepareContract(station, folder, 'contract.pdf');
    await page.keyboard.press('Control+Enter');
    await expect(row(page, 'contract.pdf')).toContainText(t('statuses.signed'));
  } finally {
    company.close();
  }
});
