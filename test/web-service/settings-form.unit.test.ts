/** The settings of the web service as they are typed: what is wrong with them, and the change that is sent. */
import { describe, expect, it } from 'vitest';
import { comparedSchema, publicationKeyKinds, serviceChangeSchema, serviceSettingsSchema } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { keysOfVisit } from '../support/doors/renderer/visits.ts';
import {
  changeOf,
  entriesOf,
  exampleNames,
  faultsOf,
  formOf,
  isOutside,
  isRange,
  problemField,
  type ServiceForm,
  stillTyped,
  suggested,
  toggled,
  unfinished,
  unusable,
} from '../support/doors/renderer/web-service-settings.ts';
import { keyOfFile } from '../support/doors/web-service.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const usual = serviceSettingsSchema.parse({});
const settings = serviceSettingsSchema.parse({ allowed: ['10.0.0.0/8', '203.0.113.7'], proxies: ['10.1.1.1'] });
const formWith = (part: Partial<ServiceForm>): ServiceForm => ({ ...formOf(settings), ...part });

describe('addresses', () => {
  it('are recognised, and other texts are not', () => {
    for (const one of ['203.0.113.7', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0']) expect(isRange(one), one).toBe(true);
    for (const one of ['', '10.0.0', '300.1.1.1', '10.0.0.0/33', '10.0.0.0/', 'example.org', '2001:db8::/129', '10.0.0.1-10.0.0.9'])
      expect(isRange(one), one).toBe(false);
  });

  it('are read with any separator, each once', () => {
    expect(entriesOf(' 10.0.0.1,10.0.0.2;\n10.0.0.1  ::1\r\n')).toEqual(['10.0.0.1', '10.0.0.2', '::1']);
    expect(entriesOf(' ,;\n')).toEqual([]);
    expect(unusable('10.0.0.1, 10.0.0, x')).toEqual(['10.0.0', 'x']);
    const list = fc.uniqueArray(fc.oneof(fc.ipV4(), fc.ipV6()));
    fc.assert(
      fc.property(list, fc.constantFrom(', ', '\n', ' ; '), (addresses, between) => {
        const text = addresses.join(between);
        expect(entriesOf(text)).toEqual(addresses);
        expect(unusable(text)).toEqual([]);
      }),
    );
  });

  it('include one that is still being typed', () => {
    expect(unfinished('10.0.0.1\n203.0.')).toBe('203.0.');
    expect(unfinished('10.0.0.1\n')).toBe('');
  });

  it('count as open to other machines only when that is certain', () => {
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '2001:db8::1', '::ffff:10.0.0.1']) expect(isOutside(host), host).toBe(true);
    // The address of a name is unknown here.
    for (const host of ['127.0.0.1', '127.5.5.5', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'example.org', ''])
      expect(isOutside(host), host).toBe(false);
  });
});

describe('the form', () => {
  it('has no change and no fault before it is edited', () => {
    for (const stored of [usual, settings]) {
      expect(faultsOf(formOf(stored), stored)).toEqual({});
      expect(changeOf(formOf(stored), stored)).toEqual({});
    }
  });

  it('sends only values that differ', () => {
    expect(changeOf(formWith({ port: 9000, host: ' ::1 ' }), settings)).toEqual({ port: 9000, host: '::1' });
    expect(changeOf(formWith({ allowed: '' }), settings)).toEqual({ allowed: [] });
    expect(changeOf(formWith({ identification: 'IdNumber, IdNumberFromClient' }), settings)).toEqual({
      compared: { ...comparedSchema.parse({}), identification: ['IdNumber', 'IdNumberFromClient'] },
    });
    expect(changeOf(formWith({ watchedKey: 'uid', watchedOnce: true }), settings)).toEqual({ watchedKey: 'uid', watchedOnce: true });
  });

  it('without a fault makes a change that main accepts', () => {
    const form = fc.record<Partial<ServiceForm>>(
      {
        host: fc.oneof(fc.ipV4(), fc.constant('127.0.0.1'), fc.string()),
        port: fc.oneof(fc.integer({ min: -1, max: 70_000 }), fc.constant(Number.NaN)),
        transport: fc.constantFrom('none', 'proxy', 'files', 'pkcs12'),
        allowed: fc.oneof(
          fc.string(),
          fc.array(fc.ipV4(), { maxLength: 120 }).map((all) => all.join('\n')),
        ),
        proxies: fc.oneof(fc.string(), fc.ipV6()),
        tokenMinutes: fc.integer({ min: -1, max: 2000 }),
        bodyMiB: fc.double(),
        uid: fc.oneof(fc.string(), fc.string({ minLength: 70, maxLength: 90 })),
        customer: fc.array(fc.string(), { maxLength: 20 }).map((all) => all.join(',')),
      },
      { requiredKeys: [] },
    );
    let good = 0;
    fc.assert(
      fc.property(form, (part) => {
        const typed = formWith(part);
        if (Object.keys(faultsOf(typed, settings)).length > 0) return;
        good += 1;
        expect(serviceChangeSchema.safeParse(changeOf(typed, settings)).success).toBe(true);
      }),
      // Random forms alone have a fault in nearly all cases.
      { numRuns: runs(500), examples: [[{ host: '127.0.0.1', port: 9000, tokenMinutes: 30 }]] },
    );
    expect(good).toBeGreaterThan(0);
  });

  it('shows each fault at its field', () => {
    const fault = (part: Partial<ServiceForm>) => faultsOf(formWith(part), settings);
    expect(fault({ host: '0.0.0.0' })).toEqual({ host: { kind: 'needsTls' } });
    expect(fault({ host: '0.0.0.0', transport: 'proxy' })).toEqual({});
    expect(fault({ host: '  ' })).toEqual({ host: { kind: 'hostMissing' } });
    expect(fault({ port: Number.NaN })).toEqual({ port: { kind: 'port' } });
    expect(fault({ port: 65_536 })).toEqual({ port: { kind: 'port' } });
    expect(fault({ tokenMinutes: 0 })).toEqual({ tokenMinutes: { kind: 'minutes' } });
    expect(fault({ bodyMiB: 65 })).toEqual({ bodyMiB: { kind: 'size' } });
    expect(fault({ allowed: '10.0.0.1 nowhere' })).toEqual({ allowed: { kind: 'addresses', entries: ['nowhere'] } });
    const many = Array.from({ length: 101 }, (_, place) => `10.0.0.${place}`).join('\n');
    expect(fault({ allowed: many })).toEqual({ allowed: { kind: 'tooMany' } });
    expect(fault({ uid: 'a, b, c, d, e, f, g, h, i, j, k' })).toEqual({ uid: { kind: 'names' } });
    expect(fault({ transport: 'files' })).toEqual({ certificateFile: { kind: 'fileMissing' }, keyFile: { kind: 'fileMissing' } });
    expect(faultsOf(formWith({ transport: 'pkcs12' }), { ...settings, pkcs12File: '/c.p12' })).toEqual({});
  });

  it('neither checks nor sends a hidden field', () => {
    const hidden = formWith({ proxies: 'nowhere', port: 9000 });
    expect(faultsOf(hidden, settings)).toEqual({});
    expect(changeOf(hidden, settings)).toEqual({ port: 9000 });
    expect(faultsOf({ ...hidden, transport: 'proxy' }, settings)).toEqual({ proxies: { kind: 'addresses', entries: ['nowhere'] } });
  });

  it('remembers typed values that are not saved yet', () => {
    expect(stillTyped({ port: 9000, host: usual.host, uid: 'Uid' }, usual)).toEqual({ port: 9000 });
    expect(stillTyped({ port: 9000 }, { ...usual, port: 9000 })).toEqual({});
  });
});

describe('a problem of the service', () => {
  it('is shown at its field', () => {
    expect(problemField(problem('service-port-taken', { port: 8443 }), settings)).toBe('port');
    expect(problemField(problem('service-needs-tls'), settings)).toBe('host');
    const address = (one: string) => problemField(problem('service-address-unusable', { address: one }), settings);
    expect(address('203.0.113.7')).toBe('allowed');
    expect(address('10.1.1.1')).toBe('proxies');
    expect(address('nowhere')).toBe('host');
    const certificate = problem('service-certificate-unusable', { cause: 'unknown' });
    expect(problemField(certificate, { ...settings, transport: 'files' })).toBe('certificateFile');
    expect(problemField(certificate, { ...settings, transport: 'pkcs12' })).toBe('pkcs12File');
    expect(problemField(problem('service-no-users'), settings)).toBeNull();
  });
});

describe('members that are compared', () => {
  it('are added and removed, whatever else is listed', () => {
    expect(toggled('', 'Uid')).toBe('Uid');
    expect(toggled('Uid', 'Uid')).toBe('');
    expect(toggled('Mine,  IdNumber', 'IdNumberFromClient')).toBe('Mine, IdNumber, IdNumberFromClient');
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('Uid', 'IdNumber'), (text, name) => {
        expect(entriesOf(toggled(toggled(text, name), name)).toSorted()).toEqual(entriesOf(text).toSorted());
      }),
    );
  });

  it('are suggested for every kind, including the default ones', () => {
    const standard = comparedSchema.parse({});
    for (const kind of publicationKeyKinds) expect(suggested[kind]).toEqual(expect.arrayContaining(standard[kind]));
  });
});

describe('names for the watched folder', () => {
  it('have the key of the file before the first underscore, or as the subfolder', () => {
    for (const kind of publicationKeyKinds) {
      const { key, file, inFolder } = exampleNames(kind, 'contrato_1.pdf');
      // Read in the same way as by main.
      expect(keyOfFile([file], kind)).toEqual({ kind, value: key });
      expect(keyOfFile(inFolder.split('/'), kind)).toEqual({ kind, value: key });
    }
    expect(new Set(publicationKeyKinds.map((kind) => exampleNames(kind, '').key)).size).toBe(publicationKeyKinds.length);
  });
});

describe('a document that is published from a visit', () => {
  it('has the known keys of its customer', () => {
    expect(keysOfVisit({ name: 'Ana', identification: ' 1020 ', transaction: 'T-1' })).toEqual([
      { kind: 'identification', value: '1020' },
      { kind: 'transaction', value: 'T-1' },
    ]);
    expect(keysOfVisit({ name: 'Ana', identification: ' ', transaction: '' })).toEqual([]);
  });
});
