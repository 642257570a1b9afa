/** Endpoint F of the practice provider: strict about the call, misbehaving on request, and counting the queries. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Practice, startPractice, startPracticeWorker } from '../../support/doors/practice.ts';
import { postSearch, type SearchAnswer, searched, searchHeaders } from '../../support/network/practice-calls.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { sha256 } from '../../support/sha256.ts';

export function practiceSearch(start: () => Promise<Practice>): void {
  describe('its search endpoint', () => {
    let practice: Practice;
    beforeAll(async () => {
      practice = await start();
    });
    afterAll(() => practice.close());

    const answerTo = (body: Record<string, unknown>) => searched(practice, body);
    const resultOf = async (body: Record<string, unknown>) => (await answerTo(body)).results[0];

    describe('goes wrong', () => {
      it.each([
        [400, 'Bad Request'],
        [401, 'Unauthorized'],
        [500, 'Internal Server Error'],
      ])('with %i and the one member “%s”', async (status, member) => {
        practice.misbehave('search', { status });
        const response = await postSearch(practice, { Name: 'Persona Sin Registros' });
        expect(response.status).toBe(status);
        expect(await response.json()).toEqual({ [member]: expect.any(String) });
      });

      it('names someone else when requested, and always for one person', async () => {
        const body = { Name: 'Persona Sin Registros', Identification: '123' };
        practice.misbehave('search', { otherPerson: true });
        expect(await resultOf(body)).toMatchObject({
          nombre: expect.not.stringContaining('Registros'),
          doc_id: expect.not.stringContaining('123'),
        });
        expect(await resultOf(body)).toMatchObject({ nombre: body.Name, doc_id: '123' });
        expect((await resultOf({ Name: 'Cambiada Persona Robledo' })).nombre).not.toContain('Robledo');
      });

      it('always for one person, unless another answer is requested', async () => {
        const ask = () => postSearch(practice, { Name: 'Robledo, Falla Interna' });
        expect((await ask()).status).toBe(500);
        practice.misbehave('search', { status: 400 });
        expect((await ask()).status).toBe(400);
        expect((await ask()).status).toBe(500);
        // What went wrong with that person stays with that person, also where one misbehaviour counts for many calls.
        practice.misbehave('search', { headers: { 'x-practice': 'many' } }, 2);
        expect((await ask()).status).toBe(500);
        expect((await postSearch(practice, { Name: 'Persona Sin Registros' })).status).toBe(200);
      });

      it('slowly for one person: the answer says how long it took', async () => {
        practice.misbehave('search', { delay: 20 });
        expect((await answerTo({ Name: 'Lenta Espera Robledo' })).elapsed_time).toBeGreaterThanOrEqual(0.02);
        // The provider ends while that person's call still waits, and another one has long been answered.
        const short = await startPractice();
        const slow = postSearch(short, { Name: 'Lenta Espera Robledo' });
        const ended = expect(slow).rejects.toThrow('fetch failed');
        expect((await postSearch(short, { Name: 'Persona Sin Registros' })).status).toBe(200);
        await short.close();
        await ended;
      });
    });

    describe('refuses', () => {
      const good = { Name: 'Evaristo Quiroga Beltrán' };
      const bodies: [string, unknown][] = [
        ['an empty Name', { Name: '' }],
        ['a blank Name', { Name: ' \t ' }],
        ['a Name that is null', { Name: null }],
        ['an Identification that is a number', { ...good, Identification: 79555001 }],
        ['an Identification that is null', { ...good, Identification: null }],
        ['a flag as text', { ...good, SearchJudicialBranch: 'true' }],
        ['a flag as a number', { ...good, SearchProcuration: 1 }],
        ['a flag that is null', { ...good, SearchProcuration: null }],
        ['the other spelling of the judicial flag', { ...good, SearchtJudicialBranch: true }],
        ['a member in another case', { ...good, name: 'x' }],
        ['an unknown member', { ...good, Extra: 1 }],
        ['a member of every object', '{"Name":"A B","__proto__":{}}'],
        ['an array', [good]],
        ['null', 'null'],
        ['nothing', ''],
        ['JSON that ends early', '{"Name":"Eva'],
        ['a body past all measure', { Name: 'x'.repeat(70_000) }],
      ];
      test.each(bodies)('%s with 400', async (_name, body) => refused(await postSearch(practice, body), 400));

      test('what is not in UTF-8 with 400', async () => {
        const body = Buffer.from(JSON.stringify(good), 'latin1');
        await refused(await fetch(`${practice.origin}/search`, { method: 'POST', headers: searchHeaders(practice), body }), 400);
      });

      const headers: [string, 400 | 401, Record<string, string>][] = [
        ['an empty key', 401, { 'X-API-Key': '' }],
        ['a project that is not of the agreement', 401, { projectName: 'other' }],
        ['a blank project', 400, { projectName: ' ' }],
        ['another type of body', 400, { 'Content-Type': 'text/plain' }],
        ['a type that is none', 400, { 'Content-Type': 'json' }],
        ['another charset', 400, { 'Content-Type': 'application/json; charset=iso-8859-1' }],
      ];
      test.each(headers)('%s with %i', async (_name, status, change) => {
        await refused(await postSearch(practice, good, { ...searchHeaders(practice), ...change }), status);
      });

      test.each([
        ['X-API-Key', 401],
        ['projectName', 400],
        ['Content-Type', 400],
      ] as const)('a missing %s with %i', async (name, status) => {
        const { [name]: _, ...rest } = searchHeaders(practice);
        // Bytes, since fetch would add a type to a text.
        const body = Buffer.from(JSON.stringify(good));
        await refused(await fetch(`${practice.origin}/search`, { method: 'POST', headers: rest, body }), status);
      });

      test('the headers of the validation query: another key under another name', async () => {
        const { projectName = '' } = searchHeaders(practice);
        const apiKey = practice.secrets.searchApiKey ?? '';
        await refused(await postSearch(practice, good, { 'Content-Type': 'application/json', projectName, apiKey }), 401);
      });

      test('query parameters: names do not belong in addresses', async () => {
        const body = JSON.stringify(good);
        await refused(await fetch(`${practice.origin}/search?Name=x`, { method: 'POST', headers: searchHeaders(practice), body }), 400);
      });

      test('every other method', async () => {
        expect((await fetch(`${practice.origin}/search`, { headers: searchHeaders(practice) })).status).toBe(404);
      });

      test('takes the described charset, and an empty identification', async () => {
        const typed = { ...searchHeaders(practice), 'Content-Type': 'application/json; charset=UTF-8' };
        expect((await postSearch(practice, { ...good, Identification: '' }, typed)).status).toBe(200);
      });

      test('the described spelling of the judicial flag where the other was chosen', async () => {
        const other = await startPractice({ judicialFlag: 'SearchtJudicialBranch' });
        try {
          expect(other.profile.search?.judicialFlag).toBe('SearchtJudicialBranch');
          const Name = 'Aurelio Benavides Tocarruncho';
          await refused(await postSearch(other, { Name, SearchJudicialBranch: true }), 400);
          const { results } = (await (await postSearch(other, { Name, SearchtJudicialBranch: true })).json()) as SearchAnswer;
          expect(results[0].datos_ramajudicial).toMatchObject({ total: 2 });
        } finally {
          await other.close();
        }
      });

      async function refused(response: Response, status: 400 | 401) {
        expect(response.status).toBe(status);
        expect(await response.json()).toEqual({ [status === 400 ? 'Bad Request' : 'Unauthorized']: expect.stringMatching(/./) });
      }
    });

    describe('counts of searches', () => {
      it('are by digest, whatever the outcome, and no name is in the log', async () => {
        const body = { Name: 'Contada Núñez', Identification: 'AB-1' };
        const person = sha256('Contada Núñez\nAB-1');
        await postSearch(practice, body);
        practice.misbehave('search', { status: 500 });
        await postSearch(practice, body);
        practice.misbehave('search', { drop: 'before-answer' });
        await postSearch(practice, body).catch(() => null);
        expect(practice.asked().get(person)).toBe(3);
        // The query of an unread or wrong call is unknown.
        practice.misbehave('search', { drop: 'before-body' });
        await postSearch(practice, body).catch(() => null);
        await postSearch(practice, { ...body, Extra: 1 });
        expect(practice.asked().get(person)).toBe(3);

        const log = practice.log().slice(-5);
        expect(log.map(({ operation, status, asked }) => [operation, status, asked])).toEqual([
          ['search', 200, person],
          ['search', 500, person],
          ['search', 'dropped', person],
          ['search', 'dropped', undefined],
          ['search', 400, undefined],
        ]);
        expect(JSON.stringify(practice.log())).not.toMatch(/Contada|AB-1|Quiroga/);
      });

      it('are separate by name and by identification', async () => {
        await postSearch(practice, { Name: 'Contada Dos' });
        await postSearch(practice, { Name: 'Contada Dos', Identification: '2' });
        const asked = practice.asked();
        expect([asked.get(sha256('Contada Dos\n')), asked.get(sha256('Contada Dos\n2'))]).toEqual([1, 1]);
      });

      it('can be read from another thread', async () => {
        const worker = await startPracticeWorker(workerUrl('practice/worker'), {
          judicialFlag: 'SearchtJudicialBranch',
        });
        try {
          const there = { ...practice, profile: worker.profile, secrets: worker.secrets };
          expect((await postSearch(there, { Name: 'Contada Tres', SearchtJudicialBranch: true })).status).toBe(200);
          expect([...(await worker.asked())]).toEqual([[sha256('Contada Tres\n'), 1]]);
        } finally {
          await worker.close();
        }
      });
    });
  });
}
