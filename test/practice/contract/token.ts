/** Endpoint C of the practice provider: how strict it is beyond the description. */
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signingProfileSchema } from '../../support/doors/domain.ts';
import { type Practice, startPractice } from '../../support/doors/practice.ts';
import { postToken, signingOf, tokenForm } from '../../support/network/practice-calls.ts';

export function practiceToken(start: () => Promise<Practice>): void {
  describe('its token endpoint', () => {
    let practice: Practice;
    beforeAll(async () => {
      practice = await start();
    });
    afterAll(() => practice.close());

    test('issues a bearer token of 32 characters that is valid for an hour', async () => {
      const response = await postToken(practice);
      expect(await response.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{32}$/), token_type: 'Bearer', expires_in: 3600 });
    });

    test('offers a profile that the station accepts as it is', () => {
      expect(practice.profile.name).toContain('Práctica');
      expect(signingProfileSchema.parse(signingOf(practice))).toMatchObject({ authUrl: practice.origin, baseUrl: practice.origin });
    });

    test('makes a new secret at every start', async () => {
      const other = await startPractice();
      await other.close();
      expect(other.secrets.clientSecret).not.toBe(practice.secrets.clientSecret);
    });

    describe('answers 400 with an error text to', () => {
      const changed: [string, Record<string, string>][] = [
        ['an empty secret', { client_secret: '' }],
        ['an unknown field', { scope: 'all' }],
      ];
      test.each(changed)('%s', async (_name, change) => {
        await refused(await postToken(practice, { ...tokenForm(practice), ...change }));
      });

      test('a repeated field', async () => {
        await refused(await postToken(practice, [...Object.entries(tokenForm(practice)), ['client_id', 'twice']]));
      });

      test('a form that is too long', async () => {
        await refused(await postToken(practice, { ...tokenForm(practice), client_secret: 'x'.repeat(20_000) }));
      });

      test('JSON in place of a form, and a body of no type', async () => {
        const headers = { accept: 'application/json', 'content-type': 'application/json' };
        await refused(await fetch(`${practice.origin}/token`, { method: 'POST', headers, body: JSON.stringify(tokenForm(practice)) }));
        await refused(await fetch(`${practice.origin}/token`, { method: 'POST', headers: { accept: 'application/json' } }));
      });

      test('a call that does not accept JSON', async () => {
        await refused(await fetch(`${practice.origin}/token`, { method: 'POST', body: new URLSearchParams(tokenForm(practice)) }));
      });
    });

    test('knows no other operation', async () => {
      expect((await fetch(`${practice.origin}/token`)).status).toBe(404);
      expect((await fetch(`${practice.origin}/other`, { method: 'POST' })).status).toBe(404);
    });

    test('over https it is trusted only with its own certificate', async () => {
      const secure = await startPractice({ tls: true });
      const get = (ca?: string) =>
        new Promise<number | string>((resolve) => {
          request(secure.origin, { method: 'POST', agent: false, ...(ca !== undefined && { ca }) }, (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          })
            .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
            .end();
        });
      try {
        expect(secure.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
        expect(await get(secure.certificate)).toBe(404);
        expect(await get()).toMatch(/SELF_SIGNED|UNABLE_TO_VERIFY/);
      } finally {
        await secure.close();
      }
    });

    async function refused(response: Response): Promise<void> {
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: expect.any(String) });
    }
  });
}
