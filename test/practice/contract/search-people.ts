/** Endpoint F of the practice provider: who is found, what the sources say, and the answer as the description lists it. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { profileSchema } from '../../support/doors/domain.ts';
import type { Practice, SourceFailure } from '../../support/doors/practice.ts';
import { type SearchResult, searched } from '../../support/network/practice-calls.ts';

export function practicePeople(start: () => Promise<Practice>): void {
  describe('the persons that its search finds', () => {
    let practice: Practice;
    beforeAll(async () => {
      practice = await start();
    });
    afterAll(() => practice.close());

    const answerTo = (body: Record<string, unknown>) => searched(practice, body);
    const resultOf = async (body: Record<string, unknown>): Promise<SearchResult> => (await answerTo(body)).results[0];
    const namesOf = ({ datos_tsti }: SearchResult) => datos_tsti.map(({ nombre_apellido }) => nombre_apellido[0]);

    const resultMembers = [
      'item_no',
      'nombre',
      'doc_id',
      'block',
      'datos_pro',
      'datos_ramajudicial',
      'datos_amlnews',
      'datos_tsti',
      'datos_twitter',
    ];
    /** Every member of an entry that the description lists. */
    const entryMembers = [
      ...['_version_', 'alias', 'categoria', 'ciudadania', 'detalle', 'estado', 'estado1', 'estado2', 'estado3', 'id', 'id_relacion_lista'],
      ...['lista', 'n_identificacion', 'n_identificacion2', 'nombre_apellido', 'nombre_relacion_lista', 'pais', 'pasaporte', 'pasaporte2'],
      ...['relacionado', 'url'],
    ];

    describe('the profile', () => {
      it('is one that the station accepts, with address, project and spelling, and a key among the secrets', () => {
        expect(profileSchema.parse(practice.profile).search).toMatchObject({
          url: `${practice.origin}/search`,
          projectName: expect.stringMatching(/./),
          judicialFlag: 'SearchJudicialBranch',
        });
        expect(practice.secrets.searchApiKey).toMatch(/^[\w-]{32}$/);
      });
    });

    describe('the answer', () => {
      test('to someone unknown: every described member and no other, nothing found', async () => {
        const answer = await answerTo({ Name: 'Persona Sin Registros', Identification: '123' });
        expect(answer).toEqual({
          datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          id_bitacora: expect.any(Number),
          results: [
            {
              ...{ item_no: 1, nombre: 'Persona Sin Registros', doc_id: '123', block: false },
              ...{ datos_pro: null, datos_ramajudicial: null, datos_amlnews: [], datos_tsti: [], datos_twitter: null },
            },
          ],
          elapsed_time: expect.any(Number),
        });
        expect(Object.keys(answer.results[0])).toEqual(resultMembers);
      });

      test('has the next log number and the provider’s own time', async () => {
        const before = Date.now();
        const [one, other] = [await answerTo({ Name: 'Persona Sin Registros' }), await answerTo({ Name: 'Persona Sin Registros' })];
        expect(Number.isInteger(one.id_bitacora)).toBe(true);
        expect(other.id_bitacora).toBe((one.id_bitacora as number) + 1);
        const stated = new Date(String(other.datetime).replace(' ', 'T')).getTime();
        expect(stated).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
        expect(stated).toBeLessThanOrEqual(Date.now());
        expect(one.elapsed_time).toBeGreaterThanOrEqual(0);
        expect(one.elapsed_time).toBeLessThan(60);
      });

      test('has an empty identification where none was sent', async () => {
        expect((await resultOf({ Name: 'Persona Sin Registros' })).doc_id).toBe('');
      });
    });

    describe('who is found', () => {
      const rows: [string, { Name: string; Identification?: string }, string[], boolean][] = [
        [
          'the same identification blocks, whatever the name',
          { Name: 'Otro Nombre', Identification: '79.555.001' },
          ['QUIROGA BELTRÁN EVARISTO', 'Evaristo Quiroga'],
          true,
        ],
        [
          'the same name without an identification blocks',
          { Name: 'evaristo quiroga beltran' },
          ['QUIROGA BELTRÁN EVARISTO', 'Evaristo Quiroga'],
          true,
        ],
        [
          'the same name with another identification does not block',
          { Name: 'Carlos Andrés Muñoz Peña', Identification: '1020304050' },
          ['MUÑOZ PEÑA CARLOS ANDRÉS'],
          false,
        ],
        ['an alias', { Name: 'Ramiro Pelaez Nungo' }, ['Bartolomé Ocampo Zuluaga'], false],
        ['a passport', { Name: 'Desconocida', Identification: 'px 7744120' }, ['Ludmila Orlova Castañeda'], true],
        ['surnames first', { Name: 'Peñaloza Ríos María José' }, ['PEÑALOZA RÍOS MARÍA JOSÉ'], false],
        ['decomposed accents', { Name: 'Íñigo Güiza Ríos'.normalize('NFD') }, ['Íñigo Güiza Ríos'], false],
        ['one surname left out', { Name: 'Aurelio Benavides' }, ['Aurelio Benavides Tocarruncho'], false],
        ['more names than the list has', { Name: 'Ana Teodolinda Arce Paz' }, ['Teodolinda Arce'], false],
        ['a company, however its form is written', { Name: 'Condor Dorado, el, SAS' }, ['Comercializadora El Cóndor Dorado S.A.S.'], false],
        [
          'a tax number with other marks',
          { Name: 'X Y', Identification: '9001234567' },
          ['Comercializadora El Cóndor Dorado S.A.S.'],
          false,
        ],
        ['not by one word alone', { Name: 'Arce' }, [], false],
        ['not by one part that differs', { Name: 'Teodolinda Arce', Identification: '5' }, ['Teodolinda Arce'], false],
        ['not where a part differs', { Name: 'Teodolinda Arcila' }, [], false],
        ['not by marks alone', { Name: '---', Identification: '--' }, [], false],
      ];
      test.each(rows)('%s', async (_case, body, names, block) => {
        const result = await resultOf(body);
        expect(namesOf(result)).toEqual(names);
        expect(result).toMatchObject({ block, nombre: body.Name });
      });

      it('has an entry with the fewest members, one with every described member, and one with an additional member', async () => {
        const keys = async (Name: string) => Object.keys((await resultOf({ Name })).datos_tsti[0] ?? {}).sort();
        expect(await keys('Teodolinda Arce')).toEqual(['lista', 'nombre_apellido']);
        expect(await keys('Nicanor Alcázar Montúfar')).toEqual([...entryMembers].sort());
        expect((await keys('Graciela Ñáñez Villota')).filter((key) => !entryMembers.includes(key))).toEqual(['nivel_riesgo']);
      });

      it('fills each member of an entry with the described type', async () => {
        const [entry] = (await resultOf({ Name: 'Nicanor Alcázar Montúfar' })).datos_tsti;
        const texts = ['estado', 'estado1', 'estado3', 'id', 'relacionado', 'url'];
        for (const member of texts) expect([member, typeof entry?.[member]]).toEqual([member, 'string']);
        expect(entry).toMatchObject({ estado2: null, _version_: expect.any(Number), relacionado: expect.stringMatching(/^\[.+\]$/) });
        for (const member of entryMembers.filter((name) => ![...texts, 'estado2', '_version_'].includes(name)))
          expect([member, [entry?.[member]].flat().map((one) => typeof one)[0]]).toEqual([member, 'string']);
      });

      it('links only to invented lists', async () => {
        const { datos_tsti } = await resultOf({ Name: 'Evaristo Quiroga' });
        for (const { url } of datos_tsti) expect(url).toMatch(/^https:\/\/listas\.example\//);
        expect(new Set(datos_tsti.map(({ id }) => id)).size).toBe(2);
      });

      it('adds a member to the whole answer for one person', async () => {
        const answer = await answerTo({ Name: 'Otilia Callejas Bermeo' });
        const { datetime: _d, id_bitacora: _i, results: _r, elapsed_time: _e, ...others } = answer;
        expect(others).toEqual({ aviso: expect.any(String), lote: { version: 2 } });
      });
    });

    describe('the sources', () => {
      const Name = 'Aurelio Benavides Tocarruncho';
      it.each([
        [{}, null, null],
        [{ SearchJudicialBranch: false, SearchProcuration: false }, null, null],
        [{ SearchJudicialBranch: true }, null, expect.objectContaining({ procesos: expect.any(Array) })],
        [{ SearchProcuration: true }, expect.objectContaining({ antecedentes: expect.any(Object) }), null],
      ])('judicial branch and procurator are there only when asked: %o', async (flags, datos_pro, datos_ramajudicial) => {
        expect(await resultOf({ Name, ...flags })).toMatchObject({ datos_pro, datos_ramajudicial });
      });

      it('news and social media are there without a flag', async () => {
        expect(await resultOf({ Name })).toMatchObject({
          datos_amlnews: [{ titulo: expect.any(String) }, {}],
          datos_twitter: { menciones: [{}] },
        });
      });

      it('has a person whose sources answer with an empty object', async () => {
        const result = await resultOf({ Name: 'Domitila Vacío Cifuentes', SearchJudicialBranch: true, SearchProcuration: true });
        expect(result).toMatchObject({ datos_pro: {}, datos_ramajudicial: {}, block: false });
        expect(Object.keys({ ...(result.datos_pro as object), ...(result.datos_ramajudicial as object) })).toEqual([]);
      });

      const member: Record<SourceFailure['name'], string> = {
        ...{ judicial: 'datos_ramajudicial', procurator: 'datos_pro', news: 'datos_amlnews', social: 'datos_twitter', lists: 'datos_tsti' },
      };
      const all = { Name, SearchJudicialBranch: true, SearchProcuration: true };
      const names = Object.keys(member) as SourceFailure['name'][];
      const forms: [SourceFailure['as'], unknown][] = [
        ['text', expect.stringContaining('no respondió')],
        ['error-object', { error: true, fuente: expect.any(String), mensaje: expect.any(String), codigo: 504 }],
        ['missing', undefined],
      ];
      it.each(names.flatMap((name) => forms.map(([as, form]) => ({ name, as, form }))))(
        '$name does not answer ($as), the others do',
        async (row) => {
          const whole = await resultOf(all);
          practice.misbehave('search', { source: { name: row.name, as: row.as } });
          const result = await resultOf(all);
          expect(result[member[row.name]]).toEqual(row.form);
          expect(Object.hasOwn(result, member[row.name])).toBe(row.as !== 'missing');
          const others = Object.values(member).filter((one) => one !== member[row.name]);
          expect(others.map((one) => result[one])).toEqual(others.map((one) => whole[one]));
          expect(await resultOf(all)).toEqual(whole);
        },
      );

      it('cannot fail where it was not asked for', async () => {
        practice.misbehave('search', { source: { name: 'judicial', as: 'text' } });
        expect((await resultOf({ Name })).datos_ramajudicial).toBeNull();
      });

      it('does not block while the lists do not answer', async () => {
        practice.misbehave('search', { source: { name: 'lists', as: 'text' } });
        expect(await resultOf({ Name: 'Evaristo Quiroga Beltrán' })).toMatchObject({ block: false, datos_tsti: expect.any(String) });
      });

      it.each(names)('has a person for which %s never answers', async (name) => {
        const spoken = { judicial: 'Judicial', procurator: 'Procurador', news: 'Noticias', social: 'Social', lists: 'Listas' }[name];
        const whole = await resultOf({ ...all, Name: 'Persona Sin Registros' });
        for (const _ of [1, 2]) {
          const result = await resultOf({ ...all, Name: `Silencio ${spoken} Parra` });
          const stated = Object.values(member).filter((one) => JSON.stringify(result[one]) !== JSON.stringify(whole[one]));
          expect(stated).toEqual([member[name]]);
        }
      });
    });
  });
}
