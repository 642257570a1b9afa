/** Passwords of the service: how they are kept and compared, and that each comparison is the same work. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import {
  createPasswordChecks,
  fillers,
  goodPasswords,
  hashOf,
  isPasswordOf,
  type KeptUser,
  madePassword,
  type PasswordHash,
  withPassword,
} from '../support/doors/web-service.ts';

const kept = (n: number, hash = `${n}`): PasswordHash => ({ n, r: 8, p: 1, salt: 'AAAA', hash });

describe('a kept password', () => {
  test('is told from every other, with a salt of its own, in whatever way its letters are put together', async () => {
    const composed = 'contrase\u00f1a-de-prueba';
    const [one, two] = [await hashOf(composed), await hashOf(composed)];
    expect(one.salt).not.toBe(two.salt);
    expect(one.hash).not.toBe(two.hash);
    expect(JSON.stringify(one)).not.toContain('contrase');
    expect(await isPasswordOf(one, 'contrasen\u0303a-de-prueba')).toBe(true);
    expect(await isPasswordOf(one, 'contrasena-de-prueba')).toBe(false);
    expect(await isPasswordOf({ ...one, n: one.n / 2 }, composed)).toBe(false);
  });

  test('of no letter, or of more than 1 KiB, is nobody’s', async () => {
    expect(await isPasswordOf(await hashOf(''), '')).toBe(false);
    const long = 'x'.repeat(1025);
    expect(await isPasswordOf(await hashOf(long), long)).toBe(false);
    expect(await isPasswordOf(await hashOf(long), long.slice(1))).toBe(false);
    const fits = 'ñ'.repeat(512);
    expect(await isPasswordOf(await hashOf(fits), fits)).toBe(true);
  });

  test('made by the station: 24 characters that are not mistaken for one another', () => {
    const made = new Set(Array.from({ length: 500 }, madePassword));
    expect(made.size).toBe(500);
    for (const one of made) expect(one).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{24}$/);
  });
});

describe('the work of a check', () => {
  const measure = fc.constantFrom(1024, 2048, 4096);
  const hashes = fc.array(
    measure.map((n) => kept(n)),
    { maxLength: 3 },
  );
  const workOf = (all: readonly PasswordHash[]) => all.map(({ n }) => n).toSorted((a, b) => a - b);

  test('is the same for each user and for a name that nobody has', () => {
    fc.assert(
      fc.property(fc.array(hashes, { maxLength: 5 }), (everybodys) => {
        const nobody = workOf(fillers([], everybodys));
        expect(nobody.length).toBeGreaterThan(0);
        for (const own of everybodys) expect(workOf([...own, ...fillers(own, everybodys)])).toEqual(nobody);
      }),
    );
  });

  test('finds which password it was, and is not ended by it', async () => {
    const checks = createPasswordChecks();
    const own = [await checks.make('the newest of the two'), await checks.make('the one from before')];
    expect(await checks.find('the one from before', own, [own])).toBe(own[1]);
    expect(await checks.find('the newest of the two', own, [own])).toBe(own[0]);
    expect(await checks.find('another', own, [own])).toBeNull();
    expect(await checks.find('another', [], [own])).toBeNull();
  });

  test('waits its turn, two at once; when too many wait already it is refused', async () => {
    const checks = createPasswordChecks();
    let [running, most] = [0, 0];
    const gate = Promise.withResolvers<void>();
    const work = async () => {
      most = Math.max(most, ++running);
      await gate.promise;
      running--;
      return 'done';
    };
    const taken = Array.from({ length: 34 }, () => checks.inTurn(work));
    await new Promise(setImmediate);
    const refused = await checks.inTurn(work).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(StationError);
    expect((refused as StationError).problem).toMatchObject({ code: 'service-busy', detail: { retryAfter: expect.any(Number) } });
    gate.resolve();
    expect(await Promise.all(taken)).toEqual(Array(34).fill('done'));
    expect(most).toBe(2);
    expect(await checks.inTurn(work)).toBe('done');
  });
});

describe('changing over', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour));
  const user: KeptUser = {
    id: 'u1',
    username: 'caller',
    createdAt: at(0).toISOString(),
    passwords: [{ since: at(0).toISOString(), until: null, hash: kept(1, 'first') }],
    lastToken: null,
  };
  const names = (one: KeptUser, hour: number) => goodPasswords(one, at(hour)).map(({ hash }) => hash);

  test('the one before goes on for so many hours, or ends at once', () => {
    const both = withPassword(user, kept(1, 'second'), 2, at(1));
    expect(names(both, 2)).toEqual(['second', 'first']);
    expect(names(both, 3)).toEqual(['second']);
    expect(names(withPassword(user, kept(1, 'second'), 0, at(1)), 1)).toEqual(['second']);
  });

  test('none lasts longer because of a later change, and three are the most', () => {
    const second = withPassword(user, kept(1, 'second'), 2, at(1));
    const third = withPassword(second, kept(1, 'third'), 10, at(2));
    expect(names(third, 2)).toEqual(['third', 'second', 'first']);
    expect(names(third, 3)).toEqual(['third', 'second']);
    expect(names(withPassword(third, kept(1, 'fourth'), 10, at(2)), 2)).toEqual(['fourth', 'third', 'second']);
    expect(names(withPassword(third, kept(1, 'fourth'), 1, at(4)), 6)).toEqual(['fourth']);
  });
});
